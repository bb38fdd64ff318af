/** A request on its way. */
export interface OutgoingRequest {
  readonly method: string;
  /** Path and query, to follow the base address. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Ends the request when nobody needs its answer any more. */
  readonly signal?: AbortSignal | undefined;
  /** The browser sends the request even when the page closes. */
  readonly keepalive?: boolean | undefined;
  /** Called when the request is sent. */
  readonly onSent?: (() => void) | undefined;
}

/** An answer that was read to its end. */
export interface Answer {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): string;
  bytes(): Uint8Array;
}

/** Sends one request, without following redirects. @throws Unreachable */
export type Send = (request: OutgoingRequest) => Promise<Answer>;
