import { randomUUID } from 'node:crypto';
import type { Clock } from '../../conventions/time.ts';
import type { Send } from '../http.ts';
import { expectEqual } from '../narrator.ts';
import type { DemoSession } from './api.ts';
import type { Day } from './day.ts';

/** The server that the apps call, and its time. */
export interface Serving {
  readonly url: string;
  readonly send: Send;
  readonly clock: Clock;
  /** Lets a day pass, after which the server looks at the running experiments. */
  nextDay(): Promise<void>;
}

export const timeOf = ({ clock }: Serving) => new Date(clock()).toISOString();

/** Sends what the users of a day left behind. Returns the request. */
export async function sendDay({ api, account }: DemoSession, { rows }: Day) {
  const body = { batchId: randomUUID(), source: 'relay', mode: 'ADD' as const, rows: [...rows] };
  const answer = await api.call('accounts.statistics.ingest', { on: account, body });
  expectEqual([answer.accepted, answer.rejected], [rows.length, []], 'the counted rows');
  return body;
}
