/**
 * Rounds: something happens to the fleet while callers go on, a token is revoked in it, and then it is whole again. Each
 * is a row of the table of what was lost, which every round has to leave at 0.
 */
import { objects } from "../../support/CommandLine.ts"
import { eventually, pause } from "../../support/Suite.ts"
import { type Fleet, type FleetToken, greedy, limit } from "./Fleet.ts"
import type { FleetGateway } from "./FleetGateway.ts"
import { admittedBefore, type Answer, breachesOf, isAlone, lossOf, tally, unrecorded } from "./Judgement.ts"

export interface Row {
  readonly name: string
  readonly seconds: number
  readonly sent: number
  readonly answered: number
  /** By a copy, while an agency is away. */
  readonly stale: number
  /** 429 to whoever asks too much. */
  readonly refused: number
  /** Counted by a gateway for itself, because Redis did not answer it in time. */
  readonly alone: number
  readonly lost: number
  /** How many requests the worst window of 60 seconds has too many. */
  readonly limits: number
  /** Gateways that answered a revoked token with 200. */
  readonly revocations: number
  /** Answers whose record is not in the log exactly once; known at the end. */
  records: number | undefined
  /** What of all this, in words. */
  readonly said: ReadonlyArray<string>
}

/** When a revocation has to be felt. */
const feltMillis = 1_000
const looks = 15
const betweenLooks = 120

export const makeRounds = (fleet: Fleet) => {
  const { askOne, fault, gateways, load } = fleet
  const rows: Array<Row> = []
  const revoked: Array<FleetToken> = []
  let missed: Array<string> = []
  /** Revoked tokens that a gateway answers all the same. */
  const alive = new Set<string>()
  /** In which round a record was first missing. */
  const firstMissing = new Map<string, number>()

  const miss = (gateway: FleetGateway, token: FleetToken, when: string) => {
    missed.push(`${gateway.name} answered ${token.name} with 200 ${when}`)
  }

  /** Revokes a token by `via`'s command line, and looks whether those that serve answer it later than a second afterwards. */
  const revoke = async (via: FleetGateway, serving: ReadonlyArray<FleetGateway> = gateways): Promise<FleetToken> => {
    const victim = fleet.victims.pop()
    if (victim === undefined) throw new Error("no token is left to be revoked")
    for (const gateway of serving) {
      const { reason, status } = await askOne(gateway, victim)
      if (status !== 200) fault(`${gateway.name} answered ${status} ${reason} to ${victim.name}, which is not revoked yet`)
    }
    const { code, stderr } = await via.command("token", "revoke", victim.id)
    if (code !== 0) throw new Error(`${via.name}: token revoke: ${stderr}`)
    revoked.push(victim)
    await pause(feltMillis)
    const late = new Map<FleetGateway, number>()
    const since = performance.now() - feltMillis
    for (let look = 0; look < looks; look++) {
      await Promise.all(serving.map(async (gateway) => {
        const sent = performance.now()
        if ((await askOne(gateway, victim)).status === 200) late.set(gateway, sent - since)
      }))
      await pause(betweenLooks)
    }
    for (const [gateway, millis] of late) miss(gateway, victim, `${Math.round(millis)} ms after it was revoked`)
    return victim
  }

  /** Whatever was revoked before has to stay so. What lives again is held against the round in which it did, and not again. */
  const lookAgain = async () => {
    for (const gateway of gateways) {
      for (const token of revoked.filter(({ name }) => !alive.has(`${gateway.name} ${name}`))) {
        if ((await askOne(gateway, token)).status !== 200) continue
        alive.add(`${gateway.name} ${token.name}`)
        miss(gateway, token, "at the end of the round: revoked, felt, and alive again")
      }
    }
  }

  /** Whole by itself, or with a fault by hand, so that the next round is its own. */
  const mend = async () => {
    try {
      await fleet.whole()
    } catch (error) {
      fault(`the fleet does not become whole by itself: ${String(error)}`)
      for (const gateway of gateways) {
        fault(
          `${gateway.name}: ready ${await gateway.isReady()}, Redis ${await gateway.metric("gapura_redis_up")}: ${
            gateway.program.output().slice(-600)
          }`
        )
        await gateway.program.kill()
        await gateway.program.start()
      }
      await fleet.whole()
    }
  }

  const round = async (name: string, happens: () => Promise<void>): Promise<Row> => {
    const begun = performance.now()
    const index = load.round()
    missed = []
    try {
      await happens()
    } catch (error) {
      fault(error instanceof Error ? error.message : String(error))
    }
    await mend()
    await lookAgain()
    await load.nextRound()
    await countRecords(index)
    const answers = load.answers.filter((answer) => answer.round === index && !answer.token.startsWith("korban"))
    const losses = answers.flatMap((answer) => {
      const loss = lossOf(answer, greedy)
      if (loss === undefined) return []
      return answer.status === 429 ? `${loss}, which had given it ${admittedBefore(load.answers, answer)} in 60 s` : loss
    })
    const breaches = breachesOf(load.answers, limit, fleet.disturbed).filter((breach) => breach.round === index)
    const row: Row = {
      name,
      seconds: Math.round((performance.now() - begun) / 1_000),
      sent: load.sent(index),
      answered: answers.filter(({ status }) => status !== 0).length,
      stale: answers.filter(({ stale }) => stale).length,
      refused: answers.filter(({ status, token }) => status === 429 && token === greedy).length,
      alone: answers.filter((answer) => isAlone(answer, limit)).length,
      lost: losses.length,
      limits: Math.max(0, ...breaches.map(({ allowed, count }) => count - allowed)),
      revocations: missed.length,
      records: undefined,
      said: [
        ...tally(losses),
        ...breaches.map(({ allowed, alone, count, token }) =>
          `${token} got ${count} in 60 s where ${allowed} are allowed, ${alone} of them by a gateway that counted alone`
        ),
        ...missed,
        ...fleet.takeFaults()
      ]
    }
    rows.push(row)
    return row
  }

  /** All ids in the log, by the command of the first gateway. */
  const logged = async (): Promise<ReadonlyArray<string>> => {
    const exported = await gateways[0]?.command("audit", "export", "--json")
    if (exported?.code !== 0) throw new Error(`audit export: ${exported?.stderr}`)
    return objects(exported).map(({ requestId }) => String(requestId))
  }

  /** Notes which of the rounds' records are not there, if they were at the end of the round before. */
  const countRecords = async (index: number) => {
    const answers = load.answers.filter(({ round }) => round <= index)
    let absent: ReadonlyArray<Answer> = []
    await eventually("every answer's record is in the log", async () => {
      absent = unrecorded(answers, await logged())
      return absent.every(({ id = "" }) => firstMissing.has(id))
    }, 20_000).catch(() => {})
    for (const { id = "" } of absent) if (!firstMissing.has(id)) firstMissing.set(id, index)
  }

  /** Ends the load and the gateways, and reads the log: an answer without its record counts in the round that lost it. */
  const readLog = async (): Promise<ReadonlyArray<Answer>> => {
    await load.stop()
    await eventually(
      "no record waits for the database",
      async () => (await Promise.all(gateways.map(({ metric }) => metric("gapura_audit_backlog")))).every((count) => count === 0),
      60_000
    )
    for (const { program } of gateways) await program.stop()
    const absent = unrecorded(load.answers, await logged())
    for (const [index, row] of rows.entries()) {
      row.records = absent.filter(({ id = "" }) => (firstMissing.get(id) ?? rows.length - 1) === index).length
    }
    return absent
  }

  return { revoke, round, readLog, rows: rows as ReadonlyArray<Row> }
}

const columns = [
  "seconds",
  "sent",
  "answered",
  "stale",
  "refused",
  "alone",
  "lost",
  "limits",
  "revocations",
  "records"
] as const satisfies ReadonlyArray<keyof Row>

/** The table, and under it what is not as it should be. */
export const tableOf = (rows: ReadonlyArray<Row>): string => {
  const width = Math.max(...rows.map(({ name }) => name.length))
  const lines = [
    ["".padEnd(width), ...columns].join("  "),
    ...rows.map((row) =>
      [row.name.padEnd(width), ...columns.map((column) => String(row[column] ?? "?").padStart(column.length))].join("  ")
    )
  ]
  const said = rows.flatMap(({ name, said }) => said.map((text) => `${name}: ${text}`))
  return [...lines, ...said].join("\n")
}
