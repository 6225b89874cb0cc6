/** An operation of an OpenAPI document, as far as it is read here. */
export interface OperationResponse {
  readonly description?: string
  readonly headers?: Readonly<Record<string, unknown>>
  readonly content?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** To a component; a description beside it stands for the component's. */
  readonly $ref?: string
}

export interface Operation {
  readonly operationId?: string
  readonly summary?: string
  readonly description?: string
  readonly tags?: ReadonlyArray<string>
  readonly parameters?: ReadonlyArray<
    { readonly name: string; readonly in: string; readonly required?: boolean; readonly description?: string }
  >
  readonly requestBody?: Readonly<Record<string, unknown>>
  readonly responses?: Readonly<Record<string, OperationResponse>>
  readonly security?: ReadonlyArray<Readonly<Record<string, ReadonlyArray<string>>>>
}
