import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AwaitsApproval } from '../../client/errors.ts';
import { EXIT, endWith } from '../exit.ts';
import { callForEach } from './call-for-each.ts';

type Step = typeof EXIT.failed | typeof EXIT.awaited | AwaitsApproval;

const awaited = new AwaitsApproval({
  id: 'a-1',
  state: 'awaited',
  method: 'revokeCredential',
  requestedBy: 'u-1',
  role: 'approver',
  createTime: '2026-01-01T00:00:00Z',
});

beforeEach(() => {
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation(() => true);
  process.exitCode = 0;
});
afterEach(() => {
  process.exitCode = 0;
  vi.restoreAllMocks();
});

/** The exit status that the steps set. */
async function statusAfter(...steps: readonly Step[]): Promise<typeof process.exitCode> {
  const call = async (id: string) => {
    const step = steps[Number(id)] as Step;
    if (typeof step !== 'number') throw step;
    endWith(step);
    return {};
  };
  await callForEach({
    ids: [...steps.keys()].map(String),
    call,
    text: () => 'done',
    shown: (answer) => answer,
  });
  return process.exitCode;
}

describe('The exit status of a command with several ids', () => {
  it.each<readonly [string, readonly Step[]]>([
    ['was refused behind the answer, and a later one waits', [EXIT.failed, awaited]],
    ['was refused behind the answer, and a later one waits behind its answer', [EXIT.failed, EXIT.awaited]],
    ['waits, and something of a later one was refused', [awaited, EXIT.failed]],
  ])('the exit status is 1 if one id %s', async (_, steps) => {
    expect(await statusAfter(...steps)).toBe(EXIT.failed);
  });

  it('the exit status is 4 if one request waits for a second person and none was refused', async () => {
    expect(await statusAfter(awaited, EXIT.awaited)).toBe(EXIT.awaited);
  });
});
