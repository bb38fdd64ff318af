import { describe, expect, it } from 'vitest';
import { GROUPS, newGroup, useHttpWorld } from '../http/support/world.ts';
import { sender } from './support/send.ts';

const world = useHttpWorld();
const send = sender(world);

const java = [
  'accept-encoding: gzip',
  'user-agent: desk Google-API-Java-Client/2.2.0 Google-HTTP-Java-Client/1.43.3 (gzip)',
  'x-goog-api-client: gl-java/17.0.9 gdcl/2.2.0 linux/6.1.0',
];
const type = 'content-type: application/json; charset=UTF-8';

describe('the Java client', () => {
  it('the Java client sends PATCH as a POST with a chunked body', async () => {
    const { path, lineId } = await newGroup(world());
    const { status, text } = await send({
      method: 'POST',
      target: `${path}?updateMask=mediationGroupLines%5B%22${lineId}%22%5D.cpm_micros`,
      headers: [...java, type, 'x-http-method-override: PATCH'],
      body: JSON.stringify({ mediationGroupLines: { [lineId]: { cpmMicros: '30000', id: lineId } } }),
      chunked: true,
    });
    const { mediationGroupLines } = JSON.parse(text);
    expect([status, mediationGroupLines[lineId].cpmMicros]).toEqual([200, '30000']);
  });

  it('the Java client sends Expect: 100-continue if its user enables that', async () => {
    const { path } = await newGroup(world());
    const { status } = await send({
      method: 'POST',
      target: path,
      headers: [...java, type, 'x-http-method-override: PATCH', 'expect: 100-continue'],
      body: '{}',
      chunked: true,
    });
    expect(status).toBe(200);
  });

  it("the Java client sends a GET with a long URL as a form that includes the URL's parameters", async () => {
    const { group } = await newGroup(world());
    const many = Array.from({ length: 200 }, (_, index) => `"${index}"`).join();
    const filter = encodeURIComponent(`IN(MEDIATION_GROUP_ID,"${group.mediationGroupId}",${many})`);
    const { status, text } = await send({
      method: 'POST',
      target: GROUPS,
      headers: [
        'x-http-method-override: GET',
        'content-type: application/x-www-form-urlencoded; charset=UTF-8',
      ],
      body: `filter=${filter}&fields=mediationGroups/name`,
    });
    expect([status, JSON.parse(text)]).toEqual([200, { mediationGroups: [{ name: group.name }] }]);
  });

  it('the Java client reads pages until there is no next page token', async () => {
    const seen = new Set<string>();
    let pageToken = '';
    do {
      const query = `pageSize=1${pageToken === '' ? '' : `&pageToken=${encodeURIComponent(pageToken)}`}`;
      const page = JSON.parse((await send({ method: 'GET', target: `${GROUPS}?${query}` })).text);
      for (const { name } of page.mediationGroups) seen.add(name);
      pageToken = page.nextPageToken;
      expect(pageToken).not.toBe('');
    } while (pageToken !== undefined);
    const all = JSON.parse((await send({ method: 'GET', target: GROUPS })).text);
    expect(seen.size).toBe(all.mediationGroups.length);
  });
});
