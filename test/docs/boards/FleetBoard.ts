import { metricNames as m } from "../../../src/telemetry/MetricNames.ts"
import { type Board, lines, number, query, stack, states, table } from "./Board.ts"
import { instance, job, max, mean, rate, series, sum, times } from "./Promql.ts"

const perGateway = "{{instance}}"
const ofRedis = `db_system_name="redis"`

export const FleetBoard: Board = {
  uid: "gapura-fleet",
  title: "Fleet",
  description:
    "The gateways themselves: whether they are there, how full they are, and how they stand with PostgreSQL, Redis and each other.",
  variables: [job, instance],
  rows: [
    {
      title: "Who is there",
      panels: [
        states("Ready", "Which gateways took traffic, and when?", "none", [query(series(m.ready), perGateway)], {
          flag: { no: "not ready", yes: "ready", good: 1 }
        }),
        states("Watched", "Which gateways did Prometheus reach, and when?", "none", [
          query(`up{job=~"$job",instance=~"$instance"}`, perGateway)
        ], { flag: { no: "away", yes: "there", good: 1 } }),
        number("Gateways", "How many live gateways does the database know, workers counted as such?", "none", [
          query(max(series(m.gateways)), "gateways")
        ], { width: 4 }),
        number("Registries", "Do all serve the same registry?", "none", [query(max(series(m.registries)), "registries")], {
          width: 4,
          worse: [2, 2]
        }),
        number("Clock", "How far is the worst clock off the database's?", "s", [query(`max (abs(${series(m.clockOffset)}))`, "off")], {
          width: 4,
          worse: [1, 5]
        }),
        number("Certificate", "When does the first certificate end?", "dateTimeFromNow", [
          query(`min (${series(m.tlsExpiry)}) * 1000`, "ends")
        ], { width: 4 }),
        number("Unusable certificates", "Can a renewed certificate not be used?", "none", [
          query(max(series(m.tlsFailing)), "certificates")
        ], {
          width: 4,
          flag: { no: "usable", yes: "NOT USABLE", good: 0 }
        }),
        number("Workers", "How many workers run, of those that should?", "none", [
          query(sum(series(m.workers)), "run"),
          query(sum(series(m.workersWanted)), "wanted")
        ], { width: 4 }),
        lines("Workers that ended", "Do workers keep ending?", "short", [
          query(times(m.workersEnded, "", "instance"), perGateway)
        ], { width: 6 }),
        lines("Certificates for agencies", "How long are the gateway's certificates for agencies valid?", "s", [
          query(`min by (agency) (${series(m.agencyTlsExpiry)}) - time()`, "{{agency}}")
        ], { width: 6 }),
        table("Versions", "Which version runs where, and since when?", "none", [
          query(max(series(m.buildInfo), "instance, version, node"), "runs"),
          query(max(series(m.processUptime), "instance"), "up", { unit: "s" })
        ], { width: 6 }),
        table("Registries in force", "Which registry does each gateway serve?", "none", [
          query(max(series(m.registryInfo), "instance, hash"), "serves")
        ], { width: 6 })
      ]
    },
    {
      title: "Load",
      panels: [
        lines("Requests", "Is the load shared out evenly?", "reqps", [
          query(sum(rate(m.requestDuration, "", "_count"), "instance"), perGateway)
        ]),
        lines("In progress", "How many requests are under way?", "short", [query(series(m.activeRequests), perGateway)]),
        lines("Connections", "How many callers are connected?", "short", [query(series(m.connections), perGateway)]),
        states("Overloaded", "Who turned requests away, and when?", "none", [query(series(m.overloaded), perGateway)], {
          flag: { no: "calm", yes: "overloaded", good: 0 }
        }),
        lines("Turned away", "How many found no room, and why?", "reqps", [
          query(sum(rate(m.shed), "instance, reason"), `${perGateway} {{reason}}`)
        ], { width: 12 })
      ]
    },
    {
      title: "Process",
      panels: [
        lines("Processor", "How many processors does each use?", "short", [query(sum(rate(m.processCpu), "instance"), perGateway)]),
        lines("Event loop, busy", "Which share of its time does the event loop work?", "percentunit", [
          query(series(m.loopUtilization), perGateway)
        ], { worse: [0.7, 0.9] }),
        lines("Event loop, late", "How late is the event loop?", "s", [
          query(series(m.delayP50), `half, ${perGateway}`),
          query(series(m.delayP99), `99 in 100, ${perGateway}`),
          query(series(m.delayMax), `worst, ${perGateway}`)
        ], { worse: [0.02, 0.1] }),
        lines("Memory", "How much memory does each have?", "bytes", [query(series(m.processMemory), perGateway)]),
        lines("Heap, share", "How close is each to its cap?", "percentunit", [query(series(m.heapShare), perGateway)], {
          worse: [0.78, 0.88]
        }),
        stack("Heap by space", "What fills the heap?", "bytes", [
          query(sum(series(m.heapUsed), "v8js_heap_space_name"), "{{v8js_heap_space_name}}")
        ]),
        lines("Collections", "Which share of its time goes to collecting garbage, and of which kind?", "percentunit", [
          query(sum(rate(m.gcDuration, "", "_sum"), "instance, v8js_gc_type"), `${perGateway} {{v8js_gc_type}}`)
        ]),
        lines("Files", "Which share of the files and connections that it may open are open?", "percentunit", [
          query(`${series(m.fileDescriptors)} / ${series(m.fileDescriptorLimit)}`, perGateway)
        ], { worse: [0.6, 0.8] }),
        lines("Restarts", "Since when does each run?", "s", [query(series(m.processUptime), perGateway)]),
        lines("Disk, share", "Which share of the disk of DATA_DIR is free?", "percentunit", [
          query(
            `${series(m.diskUsage, `system_filesystem_state="free"`)} / ignoring (system_filesystem_state) ${series(m.diskLimit)}`,
            perGateway
          )
        ], { width: 12, worse: [0.2, 0.1] }),
        lines("Disk, bytes", "How much may each still write to the disk of DATA_DIR?", "bytes", [
          query(series(m.diskUsage, `system_filesystem_state="free"`), perGateway)
        ], { width: 12 })
      ]
    },
    {
      title: "Database",
      panels: [
        states("Database", "Who could read the database, and when?", "none", [query(series(m.databaseUp), perGateway)], {
          flag: { no: "away", yes: "there", good: 1 }
        }),
        states("Listening", "Who heard at once what others change?", "none", [query(series(m.databaseListening), perGateway)], {
          flag: { no: "late", yes: "at once", good: 1 }
        }),
        lines("Sessions", "How full is the pool to PostgreSQL?", "short", [
          query(sum(series(m.databaseConnections), "instance"), `lent, ${perGateway}`),
          query(series(m.databaseConnectionsMax), `bound, ${perGateway}`)
        ], { width: 6 }),
        lines("Waiting for a session", "Do requests wait for PostgreSQL?", "short", [query(series(m.databaseWaiting), perGateway)], {
          width: 6
        }),
        lines("Grace left", "For how much longer do tokens count while the database is away?", "s", [
          query(series(m.graceLeft), perGateway)
        ], { width: 6, worse: [600, 300] }),
        lines("Tokens", "How many valid tokens does each know, and of how many does it count the quota?", "short", [
          query(series(m.accessTokens), `valid, ${perGateway}`),
          query(series(m.limiterTokens), `counted, ${perGateway}`)
        ], { width: 6 })
      ]
    },
    {
      title: "Redis",
      panels: [
        states("Shared limits", "Who counted limits together with the others, and when?", "none", [query(series(m.redisUp), perGateway)], {
          flag: { no: "alone", yes: "together", good: 1 }
        }),
        lines("Commands", "How much is asked of Redis, and for what?", "cps", [
          query(sum(rate(m.redisDuration, ofRedis, "_count"), "purpose, db_operation_name"), "{{purpose}} {{db_operation_name}}")
        ], { width: 12 }),
        lines("Mean round trip", "How long does Redis take?", "s", [
          query(mean(m.redisDuration, `${ofRedis},error_type=""`, "instance, purpose"), `${perGateway} {{purpose}}`)
        ], { worse: [0.005, 0.03] }),
        lines("In time", "Which share of Redis's answers comes within 32 ms, after which nobody waits for it?", "percentunit", [
          query(
            `${sum(rate(m.redisDuration, `${ofRedis},le="0.032"`, "_bucket"), "instance")} / ${
              sum(rate(m.redisDuration, ofRedis, "_count"), "instance")
            }`,
            perGateway
          )
        ], { worse: [0.999, 0.99] }),
        lines("Errors", "What does Redis refuse, and how do connections fail?", "cps", [
          query(sum(rate(m.redisDuration, `${ofRedis},error_type!=""`, "_count"), "instance, error_type"), `${perGateway} {{error_type}}`)
        ], { noneIsZero: true })
      ]
    },
    {
      title: "Copies",
      panels: [
        lines("Bytes", "How full is the memory for copies?", "bytes", [
          query(series(m.cacheSize), perGateway),
          query(series(m.cacheLimit), `bound, ${perGateway}`)
        ]),
        lines("Copies", "How many copies are kept?", "short", [query(series(m.cacheEntries), perGateway)]),
        lines("Evictions", "Do copies give way for want of room?", "cps", [query(sum(rate(m.cacheEvictions), "instance"), perGateway)])
      ]
    },
    {
      title: "Live feeds",
      panels: [
        lines("Streams", "How many follow data?", "short", [query(series(m.liveStreams), perGateway)], { width: 12 }),
        lines("Events", "How much are they told?", "cps", [query(sum(rate(m.liveEvents), "instance"), perGateway)], { width: 12 })
      ]
    },
    {
      title: "Scraping",
      panels: [
        lines("Duration of a scrape", "How long does it take to read the metrics?", "s", [
          query(`scrape_duration_seconds{job=~"$job",instance=~"$instance"}`, perGateway)
        ], { width: 12 }),
        lines("Samples of a scrape", "How many samples does each gateway give?", "short", [
          query(`scrape_samples_scraped{job=~"$job",instance=~"$instance"}`, perGateway)
        ], { width: 12 })
      ]
    }
  ]
}
