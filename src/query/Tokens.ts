/** The words, texts, numbers and signs of one parameter of a question, one after the other. */
import { charactersIn } from "../domain/CharactersIn.ts"
import { limits } from "./Question.ts"
import { type Expected, QuestionFault } from "./QuestionFault.ts"

export interface Token {
  readonly kind: "word" | "quoted" | "text" | "number" | "sign" | "end"
  /** As it stands there. */
  readonly lexeme: string
  /** Without its quotes. */
  readonly text: string
  /** Character, from 1. */
  readonly at: number
}

const space = /[ \t\r\n]*/y
const word = /[\p{L}_][\p{L}\p{M}\p{Nd}_]*/uy
const step = /[\p{L}\p{M}\p{Nd}_]+/uy
const number = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?(?![\p{L}\p{Nd}_.])/uy
const text = /'(?:[^']|'')*'/y
const quoted = /`(?:[^`]|``)*`/y
const sign = /<=|>=|<>|!=|[=<>(),.*]/y

const matched = (pattern: RegExp, source: string, at: number): string | undefined => {
  pattern.lastIndex = at
  return pattern.exec(source)?.[0]
}

export class Tokens {
  readonly parameter: string
  readonly #source: string
  #at = 0
  /** Character of what was read last, from 1, and where that began. */
  #place = 1
  #began = 0
  #token: Token

  /** Throws the fault of its first token, as `take` throws that of the next. */
  constructor(parameter: string, source: string) {
    this.parameter = parameter
    this.#source = source
    if (charactersIn(source) > limits.characters) {
      throw new QuestionFault({ parameter, at: limits.characters + 1, found: "…", expected: "shorter" })
    }
    this.#token = this.#next(false)
  }

  get token(): Token {
    return this.#token
  }

  /** Goes on to the next token. @returns the one before */
  take(): Token {
    const taken = this.#token
    this.#token = this.#next(taken.kind === "sign" && taken.lexeme === ".")
    return taken
  }

  fault(expected: Expected, token = this.#token): QuestionFault {
    return new QuestionFault({ parameter: this.parameter, at: token.at, found: token.lexeme, expected })
  }

  isEnd(): boolean {
    return this.#token.kind === "end"
  }

  isSign(lexeme: string): boolean {
    return this.#token.kind === "sign" && this.#token.lexeme === lexeme
  }

  isWord(lower: string): boolean {
    return this.#token.kind === "word" && this.#token.text.toLowerCase() === lower
  }

  takeSign(lexeme: string): boolean {
    const isIt = this.isSign(lexeme)
    if (isIt) this.take()
    return isIt
  }

  takeWord(lower: string): boolean {
    const isIt = this.isWord(lower)
    if (isIt) this.take()
    return isIt
  }

  /** Whether a bracket opens right behind the token. */
  get isCall(): boolean {
    return /^[ \t\r\n]*\(/.test(this.#source.slice(this.#at))
  }

  #next(isStep: boolean): Token {
    const source = this.#source
    this.#at += matched(space, source, this.#at)?.length ?? 0
    const from = this.#at
    const at = this.#place += charactersIn(source.slice(this.#began, from))
    this.#began = from
    const made = (kind: Token["kind"], lexeme: string, value = lexeme): Token => {
      this.#at = from + lexeme.length
      return { kind, lexeme, text: value, at }
    }
    if (from === source.length) return made("end", "")
    const found = matched(isStep ? step : word, source, from)
    if (found !== undefined) return made("word", found)
    const within = matched(quoted, source, from)
    if (within !== undefined) return made("quoted", within, within.slice(1, -1).replaceAll("``", "`"))
    const literal = matched(text, source, from)
    if (literal !== undefined) return made("text", literal, literal.slice(1, -1).replaceAll("''", "'"))
    const digits = matched(number, source, from)
    if (digits !== undefined) return made("number", digits)
    const one = matched(sign, source, from)
    if (one !== undefined) return made("sign", one)
    const rest = /^[^ \t\r\n]{1,40}/u.exec(source.slice(from))?.[0] ?? ""
    const expected = rest.startsWith("'") ? "textEnd" : rest.startsWith("`") ? "nameEnd" : /^-?[0-9]/.test(rest) ? "number" : "sign"
    throw new QuestionFault({ parameter: this.parameter, at, found: rest, expected })
  }
}
