/** What is told of live feeds: see `MetricNames.ts`, whose table these rows belong to. */
import type { MetricName } from "./MetricName.ts"

export const liveMetricNames = {
  liveStreams: {
    id: "gapura.live.streams",
    prometheus: "gapura_live_streams",
    unit: "{stream}",
    description: "Streams of live feeds that are open"
  },
  liveEvents: {
    id: "gapura.live.events",
    prometheus: "gapura_live_events_total",
    unit: "{event}",
    description: "Events told to those who follow live feeds, each as often as somebody was told it"
  }
} as const satisfies Record<string, MetricName>
