/**
 * What Redis does with all that one gateway asks together: one script, so that nothing of any other
 * gateway comes between.
 *
 * A quota is a list of the times at which calls were made, in microseconds, oldest first: the ring of `TokenBucket.ts`,
 * with the same rules. Time is the server's, made monotonic: a clock that was put back goes on from where it was. Lists
 * and counts expire a little after their window.
 *
 * One hash, `memory`, holds that clock and an `epoch`: whoever finds another one than it knew has to do with a Redis that
 * has forgotten, and nothing is done before it has told what it knows. A server that has the hash of another one, by replication or
 * from its disk, may lack the latest: it counts as one that has forgotten, and what is known by the names of another epoch is left
 * to expire. The set `told` holds who has. What comes later than
 * it was wanted, because the server hung, is not done either.
 *
 * KEYS: the hash, in whose slot all names lie. ARGV: the epoch that is believed, one to begin with where there is none, the
 * server's time after which nothing is wanted (0: whenever), the window in microseconds, the server's own name, then the
 * operations, their names and numbers as one JSON list, which a gateway makes in less time than a word each: `s` calls of a
 * token and its application, `p` look at a quota, `m` calls that
 * were made elsewhere, by their age, `t` all of these were told, `u` one call taken back, `c` count in a window that the first
 * count opens, `f` forget such a count or lease, `w` tell of a circuit and keep its probe, `r` hear of one, `l` lease its probe.
 *
 * Answers: the verdict (0 another epoch, 1 too late, 2 done), the epoch, 1 where it was begun now, the time, then
 * the numbers that the operations found, with commas between.
 */
import { createHash } from "node:crypto"

export const script = `
local window = tonumber(ARGV[4])
local kept = redis.call('HMGET', KEYS[1], 'epoch', 'offset', 'latest', 'began', 'server')
local time = redis.call('TIME')
local offset = tonumber(kept[2] or '0')
local now = time[1] * 1000000 + time[2] + offset
local latest = tonumber(kept[3] or '0')
if now < latest then
  offset = offset + latest - now
  now = latest
end
local stamp = string.format('%.0f', now)
local epoch = kept[1]
local began = kept[4] or stamp
local begun = 0
if not epoch or kept[5] ~= ARGV[5] then
  epoch = ARGV[2]
  began = stamp
  begun = 1
end
redis.call('HSET', KEYS[1], 'epoch', epoch, 'offset', string.format('%.0f', offset), 'latest', stamp, 'began', began, 'server',
  ARGV[5])
redis.call('PEXPIRE', KEYS[1], 86400000)
if epoch ~= ARGV[1] then return { 0, epoch, begun, now } end
if ARGV[3] ~= '0' and now > tonumber(ARGV[3]) then return { 1, epoch, 0, now } end

local asked, at = cjson.decode(ARGV[6]), 0
local found = {}
local function nextArg()
  at = at + 1
  return asked[at]
end
local function tell(value) found[#found + 1] = value end

local function away(list)
  local first = redis.call('LINDEX', list, 0)
  while first and now - tonumber(first) >= window do
    redis.call('LPOP', list)
    first = redis.call('LINDEX', list, 0)
  end
  return first and redis.call('LLEN', list) or 0
end
local function wait(list, spent, limit)
  if spent == 0 then return 0 end
  local first = redis.call('LINDEX', list, spent > limit and spent - limit or 0)
  return tonumber(first) + window - now
end
local function append(list, times)
  for from = 1, #times, 1000 do redis.call('RPUSH', list, unpack(times, from, math.min(from + 999, #times))) end
  redis.call('PEXPIRE', list, math.ceil(window / 1000) + 1000)
end

local todo = {}
todo.s = function()
  local token, application = nextArg(), nextArg()
  local wanted, limit, most = nextArg(), nextArg(), nextArg()
  local spent, all = away(token), away(application)
  local taken = math.max(0, math.min(wanted, limit - spent, most - all))
  if taken > 0 then
    local times = {}
    for i = 1, taken do times[i] = stamp end
    append(token, times)
    append(application, times)
    spent = spent + taken
    all = all + taken
  end
  tell(taken)
  tell(spent)
  tell(wait(token, spent, limit))
  tell(all)
  tell(wait(application, all, most))
end
todo.p = function()
  local list, limit = nextArg(), nextArg()
  local spent = away(list)
  tell(spent)
  tell(wait(list, spent, limit))
end
todo.m = function()
  local list, count = nextArg(), nextArg()
  local times = redis.call('LRANGE', list, 0, -1)
  for _ = 1, count do times[#times + 1] = string.format('%.0f', now - nextArg()) end
  table.sort(times, function(a, b) return tonumber(a) < tonumber(b) end)
  redis.call('DEL', list)
  append(list, times)
end
todo.t = function()
  local told = nextArg()
  redis.call('SADD', told, nextArg())
  redis.call('PEXPIRE', told, 86400000)
  tell(redis.call('SCARD', told))
  tell(now - tonumber(began))
end
todo.u = function()
  local token, application, at = nextArg(), nextArg(), nextArg()
  redis.call('LREM', token, -1, at)
  redis.call('LREM', application, -1, at)
end
todo.c = function()
  local counted, by, open = nextArg(), nextArg(), nextArg()
  local count = redis.call('INCRBY', counted, by)
  local left = redis.call('PTTL', counted)
  if left < 0 then
    redis.call('PEXPIRE', counted, open)
    left = open
  end
  tell(count)
  tell(left)
end
todo.w = function()
  local circuit, probe, state = nextArg(), nextArg(), nextArg()
  redis.call('SET', circuit, state .. ':' .. stamp, 'PX', nextArg())
  redis.call('SET', probe, '1', 'PX', nextArg())
end
todo.r = function()
  local state, since = string.match(redis.call('GET', nextArg()) or '', '(%d):(%d+)')
  tell(tonumber(state or '0'))
  tell(since and now - tonumber(since) or 0)
end
todo.l = function() tell(redis.call('SET', nextArg(), '1', 'NX', 'PX', nextArg()) and 1 or 0) end
todo.f = function() redis.call('DEL', nextArg()) end

while at < #asked do todo[nextArg()]() end
return { 2, epoch, begun, now, table.concat(found, ',') }
`

export const scriptHash = createHash("sha1").update(script).digest("hex")

/** What came of a batch: nothing is said of what the operations found, unless it was done. */
export interface Verdict {
  readonly kind: "forgotten" | "late" | "done"
  readonly epoch: string
  /** Whether there was no epoch before. */
  readonly begun: boolean
  /** The server's time in microseconds. */
  readonly now: number
  readonly found: ReadonlyArray<number>
}

const kinds = ["forgotten", "late", "done"] as const
const isNumber = (value: unknown): value is number => typeof value === "number"

const numbersIn = (text: unknown): ReadonlyArray<number> | undefined => {
  if (typeof text !== "string") return undefined
  try {
    const numbers: unknown = JSON.parse(`[${text}]`)
    return Array.isArray(numbers) && numbers.every(isNumber) ? numbers : undefined
  } catch {
    return undefined
  }
}

/** @returns undefined for what the script never answers */
export const verdictOf = (reply: unknown): Verdict | undefined => {
  if (!Array.isArray(reply)) return undefined
  const [verdict, epoch, begun, now, text = ""] = reply as ReadonlyArray<unknown>
  const kind = isNumber(verdict) ? kinds[verdict] : undefined
  const found = numbersIn(text)
  if (kind === undefined || typeof epoch !== "string" || !isNumber(now) || found === undefined) return undefined
  return { kind, epoch, begun: begun === 1, now, found }
}
