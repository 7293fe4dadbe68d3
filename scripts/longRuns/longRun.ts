/** Something that goes on for long, in parts that are alike. */
export interface LongRun {
  /** What one part is. */
  readonly part: string
  /** Parts until all that is bounded is full, and parts after that: by night, and in short. */
  readonly night: Lengths
  readonly short: Lengths
  /** In short, what fills up in a night is not filled before. */
  begin(isShort: boolean): Promise<Running>
}

interface Lengths {
  readonly before: number
  readonly measured: number
}

export interface Running {
  /** Does one part. */
  next(): Promise<void>
  /** Why it has not gone well. */
  problems(): readonly string[]
  /** What else there is to say. */
  note?(): string
  end(): Promise<void>
}
