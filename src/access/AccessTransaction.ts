/** There within a transaction of `AccessSql` and nowhere else: what requires it, the compiler lets run in one alone. */
import { Context } from "effect"

export class AccessTransaction extends Context.Service<AccessTransaction, true>()("gapura/access/AccessTransaction") {}
