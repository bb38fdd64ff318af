/** The configuration of the last start. */
export interface StartedBaseline {
  /** Of all of it. */
  readonly digest: string;
  /** Of each setting, by its name. */
  readonly members: Readonly<Record<string, string>>;
  readonly startedAt: number;
}

export interface BaselineReader {
  baseline(): Promise<StartedBaseline | undefined>;
}

export interface BaselineWriter {
  saveBaseline(baseline: StartedBaseline): Promise<void>;
}
