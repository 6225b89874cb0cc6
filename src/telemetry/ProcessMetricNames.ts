/** What is told of the process itself: see `MetricNames.ts`, whose table these rows belong to. */
import type { MetricName } from "./MetricName.ts"

const delay = (statistic: string, which: string): MetricName => ({
  id: `nodejs.eventloop.delay.${statistic}`,
  prometheus: `nodejs_eventloop_delay_${statistic}_seconds`,
  unit: "s",
  description: `How late the event loop was in the last 10 seconds: ${which}`,
  workers: "max"
})

export const processMetricNames = {
  buildInfo: {
    id: "gapura.build.info",
    prometheus: "gapura_build_info",
    unit: "1",
    description: "1, with the versions of the gateway and of Node",
    workers: "max"
  },
  processCpu: {
    id: "process.cpu.time",
    prometheus: "process_cpu_time_seconds_total",
    unit: "s",
    description: "CPU time of the process, by mode"
  },
  processMemory: {
    id: "process.memory.usage",
    prometheus: "process_memory_usage_bytes",
    unit: "By",
    description: "Memory of the process that is in the machine's own"
  },
  processUptime: {
    id: "process.uptime",
    prometheus: "process_uptime_seconds",
    unit: "s",
    description: "How long the process has run; with WORKERS the youngest",
    workers: "min"
  },
  fileDescriptors: {
    id: "process.unix.file_descriptor.count",
    prometheus: "process_unix_file_descriptor_count",
    unit: "{file_descriptor}",
    description: "Files and connections that are open; absent where the system does not say"
  },
  fileDescriptorLimit: {
    id: "gapura.file_descriptor.limit",
    prometheus: "gapura_file_descriptor_limit",
    unit: "{file_descriptor}",
    description: "How many files and connections the process may have open; absent where the system does not say"
  },
  diskUsage: {
    id: "system.filesystem.usage",
    prometheus: "system_filesystem_usage_bytes",
    unit: "By",
    description: "Bytes of the file system of DATA_DIR, by state; free is what the gateway may still write",
    workers: "max"
  },
  diskLimit: {
    id: "system.filesystem.limit",
    prometheus: "system_filesystem_limit_bytes",
    unit: "By",
    description: "Bytes that the file system of DATA_DIR has for the gateway, used and free",
    workers: "max"
  },
  delayMin: delay("min", "the least"),
  delayMax: delay("max", "the most"),
  delayMean: delay("mean", "the mean"),
  delayStddev: delay("stddev", "the standard deviation"),
  delayP50: delay("p50", "half of the looks at it found less"),
  delayP90: delay("p90", "nine in ten of the looks at it found less"),
  delayP99: delay("p99", "99 in a hundred of the looks at it found less"),
  loopUtilization: {
    id: "nodejs.eventloop.utilization",
    prometheus: "nodejs_eventloop_utilization_ratio",
    unit: "1",
    description: "Part of the last 10 seconds in which the event loop had something to do",
    workers: "max"
  },
  loopTime: {
    id: "nodejs.eventloop.time",
    prometheus: "nodejs_eventloop_time_seconds_total",
    unit: "s",
    description: "Time of the event loop, by state: active or idle"
  },
  gcDuration: {
    id: "v8js.gc.duration",
    prometheus: "v8js_gc_duration_seconds",
    unit: "s",
    description: "Collections of garbage, by type"
  },
  heapUsed: {
    id: "v8js.memory.heap.used",
    prometheus: "v8js_memory_heap_used_bytes",
    unit: "By",
    description: "Heap that is used, by V8's space"
  },
  heapLimit: {
    id: "v8js.memory.heap.limit",
    prometheus: "v8js_memory_heap_limit_bytes",
    unit: "By",
    description: "Heap that V8 has taken from the system, by space"
  },
  heapShare: {
    id: "gapura.heap.share",
    prometheus: "gapura_heap_share_ratio",
    unit: "1",
    description: "Used part of what V8 ends the process for when it is full; from 0.88 on requests are turned away",
    workers: "max"
  }
} as const satisfies Record<string, MetricName>
