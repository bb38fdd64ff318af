import { describe, expect, it } from 'vitest';
import { adminClient } from './admin.ts';
import { ApiError, AwaitsApproval, Unreachable } from './errors.ts';
import { mediationClient } from './mediation.ts';
import { allOf, pages } from './pages.ts';
import { PATIENCE } from './retries.ts';
import type { OutgoingRequest, Send } from './send.ts';

interface Scripted {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Gives these answers in turn, and keeps what was sent. */
function scripted(...answers: readonly (Scripted | Error)[]) {
  const sent: OutgoingRequest[] = [];
  const send: Send = async (request) => {
    const answer = answers[sent.length] ?? { text: '{}' };
    sent.push(request);
    if (answer instanceof Error) throw answer;
    const { status = 200, headers = {}, text } = answer;
    return {
      ok: status < 300,
      status,
      headers: { get: (name) => headers[name] ?? null },
      text: () => text,
      bytes: () => new TextEncoder().encode(text),
    };
  };
  return { send, sent };
}

const METHODS = {
  getHolder: { http: ['GET', '/admin/v1/holders/{id}'] },
  listHolders: { http: ['GET', '/admin/v1/holders'] },
  revokeCredential: { http: ['POST', '/admin/v1/credentials/{id}:revoke'] },
} as never;

const GROUPS = {
  'accounts.mediationGroups.list': { http: ['GET', 'v1beta/{+parent}/mediationGroups'], kind: 'read' },
  'accounts.mediationGroups.patch': { http: ['PATCH', 'v1beta/{+name}'], kind: 'write' },
} as never;

describe('A request of the admin interface', () => {
  it('members that the path names go into it, the others into the query or the body', async () => {
    const { send, sent } = scripted();
    const api = adminClient(METHODS, send);
    await api.call('getHolder', { id: 'a/b?c' });
    await api.call('listHolders', { idPrefix: 'h 1', pageSize: 3 });
    await api.call('revokeCredential', { id: 'c-1', reason: 'deviceLost' } as never, { ifMatch: '"7"' });
    expect(sent.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['GET', '/admin/v1/holders/a%2Fb%3Fc', undefined],
      ['GET', '/admin/v1/holders?idPrefix=h+1&pageSize=3', undefined],
      ['POST', '/admin/v1/credentials/c-1:revoke', '{"reason":"deviceLost"}'],
    ]);
    expect(sent[2]?.headers).toMatchObject({ 'if-match': '"7"', 'content-type': 'application/json' });
  });

  it('an answer 202 is an error that carries the approval', async () => {
    const approval = { id: 'ap-1', method: 'revokeCredential' };
    const { send } = scripted({ status: 202, text: JSON.stringify({ approval }) });
    const asked = adminClient(METHODS, send).call('revokeCredential', { id: 'c-1' } as never);
    await expect(asked).rejects.toMatchObject({ approval, exit: 'awaited' });
    await expect(asked).rejects.toBeInstanceOf(AwaitsApproval);
  });
});

describe('A request of the mediation interface', () => {
  it('the resource keeps its slashes; dry run, mask and page are parameters', async () => {
    const { send, sent } = scripted();
    const on = 'accounts/pub-1/mediationGroups/2?x';
    const query = { updateMask: 'displayName' };
    await mediationClient(GROUPS, send).call('accounts.mediationGroups.patch', {
      on,
      query,
      body: {},
      validateOnly: true,
    });
    expect(sent[0]?.path).toBe(
      '/v1beta/accounts/pub-1/mediationGroups/2%3Fx?updateMask=displayName&validateOnly=true',
    );
  });

  it('a read is repeated after a passing failure, a write is not', async () => {
    const passing = new Unreachable('broken', { isPassing: true });
    const options = { patience: { ...PATIENCE, pause: async () => undefined } };
    const reads = scripted(passing, { text: '{}' });
    await mediationClient(GROUPS, reads.send, options).call('accounts.mediationGroups.list', { on: 'a/1' });
    expect(reads.sent.length).toBe(2);
    const writes = scripted(passing);
    const write = mediationClient(GROUPS, writes.send, options).call('accounts.mediationGroups.patch', {});
    await expect(write).rejects.toBe(passing);
    expect(writes.sent.length).toBe(1);
  });
});

describe('A refusal', () => {
  it('a google.rpc.Status is one error with its parts', async () => {
    const details = [
      { reason: 'INVALID_FIELDS' },
      { fieldViolations: [{ field: 'id', description: 'is unknown' }] },
      { violations: [{ type: 'T', subject: 's', description: 'is locked' }] },
      { requestId: 'r-1' },
    ];
    const error = { code: 400, status: 'INVALID_ARGUMENT', message: 'wrong', details };
    for (const body of [{ error }, [{ error }]]) {
      const answer = { status: 400, headers: { 'retry-after': '3' }, text: JSON.stringify(body) };
      const { send } = scripted(answer);
      const asked = adminClient(METHODS, send).call('getHolder', { id: 'h' });
      await expect(asked).rejects.toMatchObject({
        message: 'wrong',
        status: 400,
        code: 'INVALID_ARGUMENT',
        reason: 'INVALID_FIELDS',
        violations: [{ field: 'id', description: 'is unknown' }],
        preconditions: ['is locked'],
        requestId: 'r-1',
        retryAfter: 3,
        body,
      });
      await expect(asked).rejects.toBeInstanceOf(ApiError);
    }
  });

  it.each(['<html>', '"text"', 'null'])('an answer %s is no answer of the interface', async (text) => {
    const { send } = scripted({ headers: { 'content-type': 'text/html' }, text });
    await expect(adminClient(METHODS, send).call('getHolder', { id: 'h' })).rejects.toMatchObject({
      reason: 'NOT_JSON',
      message: 'the server answers 200 with text/html, not with JSON',
    });
  });
});

describe('Pages', () => {
  const page = (names: readonly string[], nextPageToken?: string) => ({
    text: JSON.stringify({ holders: names, ...(nextPageToken && { nextPageToken }) }),
  });

  it('the items of all pages are one list', async () => {
    const { send, sent } = scripted(page(['a', 'b'], 't'), page([], 'u'), page(['c']));
    expect(await allOf(adminClient(METHODS, send).items('listHolders', 'holders', {}))).toEqual([
      'a',
      'b',
      'c',
    ]);
    expect(sent.map(({ path }) => path.split('?')[1])).toEqual([undefined, 'pageToken=t', 'pageToken=u']);
  });

  it('the next page is read only when it is needed, and a list that does not end is refused', async () => {
    const read: string[] = [];
    const endless = pages(async ({ pageToken = '' }) => {
      read.push(pageToken);
      return { nextPageToken: 't' };
    });
    await endless.next();
    expect(read).toEqual(['']);
    await endless.next();
    await expect(endless.next()).rejects.toThrow('same next page');
  });
});
