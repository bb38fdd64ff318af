import { describe, expect, it } from 'vitest';
import { GROUPS, newGroup, useHttpWorld } from '../http/support/world.ts';
import { JSON_BODY, sender } from './support/send.ts';

const world = useHttpWorld();
const send = sender(world);

const go = [
  'user-agent: google-api-go-client/0.5',
  'accept-encoding: gzip',
  'x-goog-api-client: gl-go/1.22.0 gdcl/0.170.0',
];
const ALWAYS = 'alt=json&prettyPrint=false';

describe('the Go client', () => {
  it('the Go client requests one-line JSON, and gzip with only one of the two headers', async () => {
    const { group } = await newGroup(world());
    const { status, text, headers } = await send({
      method: 'GET',
      target: `${GROUPS}?${ALWAYS}`,
      headers: go,
    });
    expect([status, headers.get('content-encoding')]).toEqual([200, undefined]);
    expect(text).toBe(JSON.stringify(JSON.parse(text)));
    expect(text).toContain(group.name);
  });

  it('the Go client requests one-line JSON for writes too, with the query sorted by name', async () => {
    const { path, lineId } = await newGroup(world());
    const mask = encodeURIComponent(`mediationGroupLines["${lineId}"].displayName`);
    const { status, text } = await send({
      method: 'PATCH',
      target: `${path}?${ALWAYS}&updateMask=${mask}`,
      headers: [...go, JSON_BODY],
      // The Go client ends its JSON with a line break.
      body: `${JSON.stringify({ mediationGroupLines: { [lineId]: { displayName: 'Go' } } })}\n`,
    });
    expect([status, JSON.parse(text).mediationGroupLines[lineId].displayName]).toEqual([200, 'Go']);
    expect(text).not.toContain('\n');
  });

  it('the Go client reads an indented error', async () => {
    const target = `${GROUPS}?${ALWAYS}&pageToken=x`;
    const { status, text } = await send({ method: 'GET', target, headers: go });
    expect([status, JSON.parse(text).error.code]).toEqual([400, 400]);
    expect(text).toContain('\n  "error": {\n');
  });
});
