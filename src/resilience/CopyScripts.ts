/**
 * What Redis does with copies, and with the leases by which one gateway of all fetches what several want. Each is one
 * script, so that nothing comes between.
 *
 * A copy is a hash: its bytes, its size, when it was put and for how long it answers as fresh, in microseconds of Redis' own
 * time. An index has all copies by when they expire, as `size:name`, and a number has their bytes together: beyond the bound those
 * go that would have gone soonest.
 *
 * A lease is a text, the id of whose it is, and expires unless it is renewed. Beside it lies, for a moment, that somebody
 * waits, or what the flight failed with.
 */
import { createHash } from "node:crypto"

export interface Script {
  readonly text: string
  readonly hash: string
}

const script = (text: string): Script => ({ text, hash: createHash("sha1").update(text).digest("hex") })

const now = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
`

/**
 * KEYS: copy, lease, waiting, failure. ARGV: for how long a copy answers as fresh (microseconds), from when on one that was put is
 * wanted whatever its age (0: none), an id for a lease and how long it is (milliseconds), the id of the lease that was waited for
 * (empty: none).
 *
 * Answers: what there is, the time, then its bytes or the lease's id. `0` nobody flies any more, `1` the lease is the asker's, `2` a copy,
 * `3` the failure of the flight that was waited for, `4` another flies.
 */
export const joinScript = script(`${now}
local kept = redis.call('HMGET', KEYS[1], 'at', 'fresh')
local at = tonumber(kept[1] or '0')
local since = tonumber(ARGV[2])
if kept[1] and (since > 0 and at >= since or now - at < math.min(tonumber(ARGV[1]), tonumber(kept[2]))) then
  return { 2, now, redis.call('HGET', KEYS[1], 'body') }
end
local holder = redis.call('GET', KEYS[2])
if ARGV[5] == '' then
  if not holder then
    redis.call('SET', KEYS[2], ARGV[3], 'PX', ARGV[4])
    return { 1, now, '' }
  end
elseif holder ~= ARGV[5] then
  local failure = redis.call('HMGET', KEYS[4], 'id', 'body')
  if failure[1] == ARGV[5] then return { 3, now, failure[2] } end
  return { 0, now, '' }
end
redis.call('SET', KEYS[3], '1', 'PX', ARGV[4])
return { 4, now, holder }
`)

/**
 * KEYS: copy, lease, index, bytes. ARGV: the copy's name, its bytes, how long it is kept (milliseconds), for how long it answers
 * as fresh (microseconds), the id of the lease that ends with it (empty: none), bound of bytes, bound of copies.
 */
export const putScript = script(`${now}
local prefix = string.sub(KEYS[1], 1, -1 - #ARGV[1])
local total = tonumber(redis.call('GET', KEYS[4]) or '0')
if redis.call('EXISTS', KEYS[3]) == 0 then total = 0 end
local function leaves(member)
  redis.call('ZREM', KEYS[3], member)
  total = total - tonumber(string.match(member, '^%d+'))
end
for _, member in ipairs(redis.call('ZRANGEBYSCORE', KEYS[3], '-inf', now / 1000, 'LIMIT', 0, 100)) do leaves(member) end
local before = redis.call('HGET', KEYS[1], 'size')
if before and redis.call('ZSCORE', KEYS[3], before .. ':' .. ARGV[1]) then leaves(before .. ':' .. ARGV[1]) end
local size, ttl = #ARGV[2], tonumber(ARGV[3])
redis.call('HSET', KEYS[1], 'body', ARGV[2], 'size', size, 'at', string.format('%.0f', now), 'fresh', ARGV[4])
redis.call('PEXPIRE', KEYS[1], ttl)
if redis.call('ZADD', KEYS[3], math.floor(now / 1000) + ttl, size .. ':' .. ARGV[1]) == 1 then total = total + size end
while total > tonumber(ARGV[6]) or redis.call('ZCARD', KEYS[3]) > tonumber(ARGV[7]) do
  local member = redis.call('ZRANGE', KEYS[3], 0, 0)[1]
  if not member then break end
  leaves(member)
  redis.call('DEL', prefix .. string.match(member, ':(.*)$'))
end
redis.call('SET', KEYS[4], math.max(0, total), 'KEEPTTL')
for _, key in ipairs({ KEYS[3], KEYS[4] }) do redis.call('PEXPIRE', key, math.max(ttl, redis.call('PTTL', key))) end
if ARGV[5] ~= '' and redis.call('GET', KEYS[2]) == ARGV[5] then redis.call('DEL', KEYS[2]) end
return 1
`)

/** KEYS: copy, index, bytes. ARGV: the copy's name. */
export const dropScript = script(`
local size = redis.call('HGET', KEYS[1], 'size')
redis.call('DEL', KEYS[1])
if size and redis.call('ZREM', KEYS[2], size .. ':' .. ARGV[1]) == 1 then
  redis.call('SET', KEYS[3], math.max(0, tonumber(redis.call('GET', KEYS[3]) or '0') - tonumber(size)), 'KEEPTTL')
end
return 1
`)

/**
 * KEYS: lease, waiting, failure. ARGV: the lease's id, 1 where it goes on if somebody waits, what the flight failed with (empty:
 * nothing to tell), how long that is told (milliseconds).
 *
 * Answers 1 where somebody waits and it goes on.
 */
export const endScript = script(`
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
local waited = redis.call('EXISTS', KEYS[2])
if ARGV[2] == '1' and waited == 1 then return 1 end
redis.call('DEL', KEYS[1], KEYS[2])
if waited == 1 and ARGV[3] ~= '' then
  redis.call('HSET', KEYS[3], 'id', ARGV[1], 'body', ARGV[3])
  redis.call('PEXPIRE', KEYS[3], ARGV[4])
end
return 0
`)

/** KEYS: leases. ARGV: how long they go on (milliseconds), then the id of each. */
export const renewScript = script(`
for index, lease in ipairs(KEYS) do
  if redis.call('GET', lease) == ARGV[index + 1] then redis.call('PEXPIRE', lease, ARGV[1]) end
end
return 1
`)
