/** Where one kind of what is sent goes, and how it is written: OTLP over HTTP, in JSON or as protocol buffers. */
export interface Destination {
  /** The whole address, for instance `http://127.0.0.1:4318/v1/traces`. */
  readonly url: string
  readonly protocol: "http/json" | "http/protobuf"
}
