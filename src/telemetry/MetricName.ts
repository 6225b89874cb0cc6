/** How one metric is called, and what it says: a row of `MetricNames.ts`. */
export interface MetricName {
  readonly id: string
  readonly prometheus: string
  readonly unit: string
  readonly description: string
  /** Of a gauge: what becomes of the values of several workers, where they are not added. */
  readonly workers?: "max" | "min"
  /** Of one that is there for this release only: what takes its place. */
  readonly going?: string
}

/** What it says of itself. @param code how the name of another one is set */
export const toldOf = ({ description, going }: MetricName, code = (name: string): string => name): string =>
  going === undefined ? description : `${description}; goes with the next release, ${code(going)} takes its place`
