/**
 * The portal: who is signed in, and pages for developers, agencies' desks and operators with what each of them alone
 * stands on. Stands on all floors below the doors.
 */
import { Duration, Effect, Layer } from "effect"
import { AccessLists } from "../access/AccessLists.ts"
import { CitySignOn } from "../access/CitySignOn.ts"
import { OwnTokens } from "../access/OwnTokens.ts"
import { TrialTokens } from "../access/TrialTokens.ts"
import { ApplicationUsage } from "../audit/ApplicationUsage.ts"
import { RequestRecords } from "../audit/RequestRecords.ts"
import { Delivery } from "../notices/Delivery.ts"
import { recipientsOf } from "../notices/Notice.ts"
import { Notices } from "../notices/Notices.ts"
import { DeskPages } from "../portal/desk/DeskPages.ts"
import { SecondPerson } from "../portal/desk/SecondPerson.ts"
import { DeveloperPages } from "../portal/developer/DeveloperPages.ts"
import { addressOf } from "../portal/developer/OwnApplication.ts"
import { PipelineCall } from "../portal/developer/PipelineCall.ts"
import { KeptForms } from "../portal/KeptForms.ts"
import { noticeLetters } from "../portal/NoticeLetters.ts"
import { NoticePages } from "../portal/notices/NoticePages.ts"
import { LiveBoard } from "../portal/operations/LiveBoard.ts"
import { OperationsPages } from "../portal/operations/OperationsPages.ts"
import { PortalRoutes } from "../portal/PortalRoutes.ts"
import { type Session, Sessions } from "../portal/Sessions.ts"
import { leavePath, returnPath, SignInRoutes } from "../portal/SignInRoutes.ts"
import { StatusMethods } from "../portal/StatusMethods.ts"
import { UnreadNotices } from "../portal/UnreadNotices.ts"
import { Registry } from "../registry/Registry.ts"
import type { Settings } from "../settings/Settings.ts"
import { AnswerWatcher } from "../watch/AnswerWatcher.ts"

/** Where the city's sign-on sends people back to. */
export const signOnReturnUrl = ({ publicUrl }: typeof Settings.Service): string => `${publicUrl}${returnPath}`

/** Signing in; without the settings it is there and says so. */
const SignOn = (settings: typeof Settings.Service) =>
  Layer.effectDiscard(Effect.forEach(settings.signOnFaults, (fault) => Effect.logWarning(`nobody can sign in at the portal: ${fault}`)))
    .pipe(
      Layer.provideMerge(CitySignOn.layer(
        settings.signOn === undefined ? undefined : {
          ...settings.signOn,
          scope: settings.oidcScope,
          kindClaim: settings.oidcKindClaim,
          developerKind: settings.oidcDeveloperKind,
          civilServantKind: settings.oidcCivilServantKind,
          agenciesClaim: settings.oidcAgenciesClaim,
          operatorClaim: settings.oidcOperatorClaim,
          returnUrl: signOnReturnUrl(settings),
          leaveUrl: `${settings.publicUrl}${leavePath}`
        }
      ))
    )

/** A badge that cannot be counted is left out: no page fails for it. */
const Unread = Layer.effect(
  UnreadNotices,
  Effect.map(Notices, ({ unread }) => (session: Session) => Effect.catchCause(unread(recipientsOf(session)), () => Effect.succeed(0)))
)

/** Notices leave in the words of the portal's pages. */
const NoticeDelivery = ({ publicUrl, timeZone }: typeof Settings.Service) =>
  Layer.unwrap(Effect.map(Registry, (registry) =>
    Delivery(noticeLetters(publicUrl, {
      timeZone,
      applicationAt: addressOf,
      agencyName: (slug) => registry.current().agencies.find((agency) => agency.slug === slug)?.name ?? slug
    }))))

export const PortalFloor = (settings: typeof Settings.Service) =>
  Layer.mergeAll(SignOn(settings), Sessions.layer, KeptForms.layer, Unread, NoticeDelivery(settings))

export const PortalPages = ({ audit, publicUrl, rateLimit, secondPerson, tokenLifetime }: typeof Settings.Service) =>
  Layer.mergeAll(
    StatusMethods,
    PortalRoutes,
    SignInRoutes,
    NoticePages({ applicationAt: addressOf }),
    OperationsPages.pipe(Layer.provide([LiveBoard.layer, AccessLists.layer])),
    secondPerson === undefined ? DeskPages : DeskPages.pipe(Layer.provide(Layer.succeed(SecondPerson, secondPerson))),
    Layer.merge(DeveloperPages({ publicUrl, lifetimeMillis: Duration.toMillis(tokenLifetime), rateLimit }), AnswerWatcher).pipe(
      Layer.provide(
        Layer.mergeAll(
          PipelineCall,
          ApplicationUsage.layer,
          RequestRecords.layer({ directory: audit.directory }),
          OwnTokens.layer,
          TrialTokens.layer
        )
      )
    )
  )
