import { describe, expect, it } from 'vitest';
import { detailOf, reasonOf } from './support/envelope.ts';
import { EXPERIMENT, GROUPS, newGroup, useHttpWorld } from './support/world.ts';

const world = useHttpWorld();

/** A change of a group that can be repeated. */
let price = 10_000;
function changed(lineId: string, query: Record<string, string> = {}) {
  price += 1;
  return {
    query: { updateMask: `mediationGroupLines["${lineId}"].cpm_micros`, ...query },
    body: { mediationGroupLines: { [lineId]: { cpmMicros: String(price) } } },
  };
}

describe('The etag of a group', () => {
  it('the etag is in the header and the body, and identifies the version of the group, not the bytes of the answer', async () => {
    const { path, etag, group } = await newGroup(world());
    expect(etag).toBe(group.etag);
    const gzip = { 'accept-encoding': 'gzip', 'user-agent': 'x (gzip)' };
    const queries = ['', 'fields=name', 'fields=etag,displayName', 'prettyPrint=false', '$.xgafv=1'];
    for (const query of queries) {
      for (const headers of [{}, gzip]) {
        expect((await world().done('GET', path, { query, headers })).headers.get('etag')).toBe(etag);
      }
    }
  });

  it('the etag changes with every change, and with nothing else', async () => {
    const { path, lineId, etag } = await newGroup(world());
    await world().done('PATCH', path, changed(lineId, { validateOnly: 'true' }));
    expect((await world().done('GET', path)).headers.get('etag')).toBe(etag);
    const { headers } = await world().done('PATCH', path, changed(lineId));
    expect(headers.get('etag')).not.toBe(etag);
    expect((await world().done('GET', path)).headers.get('etag')).toBe(headers.get('etag'));
  });

  it('lists have no ETag header', async () => {
    expect((await world().done('GET', GROUPS)).headers.get('etag')).toBeNull();
  });
});

describe('The header If-Match', () => {
  it('a write with If-Match is accepted if the group is unchanged since it was read', async () => {
    const { path, lineId } = await newGroup(world());
    const { body } = await world().done('GET', path, { query: 'fields=etag' });
    const first = await world().done('PATCH', path, {
      ...changed(lineId),
      headers: { 'if-match': body.etag },
    });
    const late = { ...changed(lineId), headers: { 'if-match': body.etag } };
    const { status, error } = await world().unchanged(() => world().call('PATCH', path, late));
    expect([status, error.status, reasonOf(error)]).toEqual([
      412,
      'FAILED_PRECONDITION',
      'CONDITION_NOT_MET',
    ]);
    expect(detailOf(error, 'PreconditionFailure')?.violations).toHaveLength(1);
    const again = { ...changed(lineId), headers: { 'if-match': first.headers.get('etag') as string } };
    await world().done('PATCH', path, again);
  });

  it.each(['*', 'W/@', '"other", @'])(
    'a write with If-Match %s, where @ is the current etag, is accepted',
    async (value) => {
      const { path, lineId, etag } = await newGroup(world());
      const headers = { 'if-match': value.replace('@', etag) };
      await world().done('PATCH', path, { ...changed(lineId), headers });
    },
  );

  it('If-Match for a group that does not exist is answered with 404', async () => {
    const headers = { 'if-match': '*' };
    const { status } = await world().call('PATCH', `${GROUPS}/0000000000`, { body: {}, headers });
    expect(status).toBe(404);
  });

  it('If-Match works together with a method override', async () => {
    const { path, lineId, etag } = await newGroup(world());
    const headers = { 'x-http-method-override': 'PATCH' };
    const stale = await world().unchanged(() =>
      world().call('POST', path, { ...changed(lineId), headers: { ...headers, 'if-match': '"0"' } }),
    );
    expect(stale.status).toBe(412);
    await world().done('POST', path, { ...changed(lineId), headers: { ...headers, 'if-match': etag } });
  });

  it('If-Match on experiments is compared with the etag of the group', async () => {
    const { path, etag } = await newGroup(world());
    const create = (tag: string) =>
      world().call('POST', `${path}/mediationAbExperiments`, {
        body: EXPERIMENT,
        headers: { 'if-match': tag },
      });
    expect((await world().unchanged(() => create('"0"'))).status).toBe(412);
    const created = await create(etag);
    expect(created.status).toBe(200);
    expect(created.headers.get('etag')).toBe(created.body.etag);
    const running = (await world().done('GET', path)).headers.get('etag') as string;
    expect(running).not.toBe(etag);
    const stop = (tag: string) =>
      world().call('POST', `${path}/mediationAbExperiments:stop`, {
        body: { variantChoice: 'VARIANT_CHOICE_B' },
        headers: { 'if-match': tag },
      });
    expect((await world().unchanged(() => stop(etag))).status).toBe(412);
    expect((await stop(running)).status).toBe(200);
  });

  it('of several concurrent writers with the same If-Match exactly one succeeds', async () => {
    const { path, lineId, etag } = await newGroup(world());
    const writers = Array.from({ length: 20 }, () =>
      world().call('PATCH', path, { ...changed(lineId), headers: { 'if-match': etag } }),
    );
    const statuses = (await Promise.all(writers)).map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 412)]);
  });
});

describe('The member etag of a request', () => {
  it('an etag member that differs from the stored etag is answered with ABORTED', async () => {
    const { path, lineId, etag } = await newGroup(world());
    const { query, body } = changed(lineId);
    const stale = { query, body: { ...body, etag: '"0"' } };
    const { status, error } = await world().unchanged(() => world().call('PATCH', path, stale));
    expect([status, error.status]).toEqual([409, 'ABORTED']);
    await world().done('PATCH', path, { query, body: { ...body, etag } });
  });
});

describe('The header If-None-Match', () => {
  it('a read with the current etag in If-None-Match is answered with 304', async () => {
    const { path, lineId, etag } = await newGroup(world());
    const headers = { 'if-none-match': etag };
    const { status, text, headers: sent } = await world().call('GET', path, { headers });
    expect([status, text, sent.get('etag')]).toEqual([304, '', etag]);
    await world().done('PATCH', path, changed(lineId));
    expect((await world().call('GET', path, { headers })).status).toBe(200);
  });

  it('a 304 has the headers that a cache needs (RFC 9110 15.4.5)', async () => {
    const { path, etag } = await newGroup(world());
    const { headers } = await world().call('GET', path, { headers: { 'if-none-match': `"x", W/${etag}` } });
    const { headers: whole } = await world().done('GET', path);
    for (const name of ['etag', 'cache-control', 'vary']) expect(headers.get(name)).toBe(whole.get(name));
    expect(headers.get('content-type')).toBeNull();
  });

  it.each(['*', '@', '"x", @', 'W/@'])(
    'a write with If-None-Match %s, where @ is the current etag, is refused (RFC 9110 13.1.2)',
    async (value) => {
      const { path, lineId, etag } = await newGroup(world());
      const headers = { 'if-none-match': value.replace('@', etag) };
      const experiment = { body: EXPERIMENT, headers };
      for (const refused of [
        () => world().call('PATCH', path, { ...changed(lineId), headers }),
        () => world().call('POST', `${path}/mediationAbExperiments`, experiment),
      ]) {
        const { status, error } = await world().unchanged(refused);
        expect([status, reasonOf(error)]).toEqual([412, 'CONDITION_NOT_MET']);
      }
      const other = { 'if-none-match': '"another"' };
      await world().done('PATCH', path, { ...changed(lineId), headers: other });
      await world().done('POST', `${path}/mediationAbExperiments`, { body: EXPERIMENT, headers: other });
      const { headers: now } = await world().done('GET', path);
      const stop = { body: { variantChoice: 'VARIANT_CHOICE_A' } };
      const running = { ...stop, headers: { 'if-none-match': now.get('etag') as string } };
      const at = `${path}/mediationAbExperiments:stop`;
      expect((await world().unchanged(() => world().call('POST', at, running))).status).toBe(412);
      await world().done('POST', at, { ...stop, headers: other });
    },
  );

  it('a malformed If-None-Match is refused', async () => {
    const { path } = await newGroup(world());
    const { status, error } = await world().call('GET', path, { headers: { 'if-none-match': 'x' } });
    expect([status, reasonOf(error)]).toEqual([400, 'INVALID_ENTITY_TAG']);
  });
});
