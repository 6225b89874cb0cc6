/** The settings of what gateways share through Redis. */
import { required, secret } from "./Setting.ts"
import { RedisUrl, SizeFromString, YesOrNo } from "./SettingCodecs.ts"

export const redisSettingsTable = {
  redisUrl: secret(
    "REDIS_URL",
    "a redis:// address, or Sentinels: `redis+sentinel://host:port,host:port/name`",
    "Redis through which gateways share limits, circuits and copies; absent: each has its own",
    RedisUrl
  ),
  redisMaxBytes: required(
    "REDIS_MAX_BYTES",
    "256 MiB",
    "a size such as `256 MiB`",
    "bound of the copies in Redis, compressed; the same at every gateway",
    SizeFromString
  ),
  redisPrivate: required("REDIS_PRIVATE", "no", "yes or no", "whether copies of private endpoints may lie in Redis, sealed, too", YesOrNo)
}
