import { redacted } from './redact.ts';

/** A request and its answer, without their content. */
export interface RecordedExchange {
  readonly operation: string;
  readonly status?: number;
  readonly milliseconds: number;
  readonly request: unknown;
  readonly answer?: unknown;
}

interface SentRequest {
  readonly operation: string;
  readonly request: string;
  readonly answer?: { readonly status: number; readonly text: string };
  readonly milliseconds: number;
}

/** The newest exchanges of a case. Honest servers get fewer requests from every case. */
const KEPT = 64;
/** Larger messages are not parsed again for the report. */
const MAX_TEXT = 65_536;

function parsed(message: string): unknown {
  if (message.length > MAX_TEXT) return `(${message.length} characters)`;
  try {
    return JSON.parse(message);
  } catch {
    return `(no JSON, ${message.length} characters)`;
  }
}

function shapeOf(message: string, known: ReadonlySet<string>): unknown {
  const value = parsed(message);
  return typeof value === 'string' && value.startsWith('(') ? value : redacted(value, known);
}

export interface Recorder {
  readonly requests: number;
  add(sent: SentRequest): void;
  /** The exchanges since the last call. */
  take(): { readonly exchanges: readonly RecordedExchange[]; readonly omitted: number };
}

/** Keeps the exchanges of one case at a time. `known`: names of members that may be shown. */
export function recorder(known: ReadonlySet<string>): Recorder {
  let requests = 0;
  let kept: SentRequest[] = [];
  let omitted = 0;
  return {
    get requests() {
      return requests;
    },
    add(sent) {
      requests += 1;
      kept.push(sent);
      if (kept.length <= KEPT) return;
      kept.shift();
      omitted += 1;
    },
    take() {
      const exchanges = kept.map(({ operation, request, answer, milliseconds }) => ({
        operation,
        milliseconds: Math.round(milliseconds),
        request: shapeOf(request, known),
        ...(answer && { status: answer.status, answer: shapeOf(answer.text, known) }),
      }));
      const taken = { exchanges, omitted };
      kept = [];
      omitted = 0;
      return taken;
    },
  };
}
