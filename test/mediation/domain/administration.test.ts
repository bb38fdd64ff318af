import { describe, expect, it } from 'vitest';
import { ADMINISTRATOR, useWorld } from './support/world.ts';

const world = useWorld();
const actor = { ...ADMINISTRATOR, requestId: 'request-1' };

describe('Publishers in the administration', () => {
  it('a publisher is created with an id of 16 digits, US dollars and UTC', async () => {
    const publisher = await world().administration.createPublisher({ displayName: 'Example' }, actor);
    expect(publisher).toEqual({
      id: expect.stringMatching(/^pub-\d{16}$/),
      displayName: 'Example',
      currencyCode: 'USD',
      reportingTimeZone: 'UTC',
      createTime: new Date(world().now()).toISOString(),
    });
  });

  it('a publisher may be created with an id, a currency and a time zone; each id only once', async () => {
    const asked = {
      id: 'pub-1234567890123456',
      displayName: 'Example',
      currencyCode: 'EUR',
      reportingTimeZone: 'Europe/Berlin',
    };
    expect(await world().administration.createPublisher(asked, actor)).toMatchObject(asked);
    await expect(world().administration.createPublisher(asked, actor)).rejects.toMatchObject({
      code: 'ALREADY_EXISTS',
      reason: 'PUBLISHER_EXISTS',
    });
  });

  it.each(['Mars/Olympus', 'utc', '+01:00'])('a publisher with the time zone %s is refused', async (zone) => {
    const asked = { displayName: 'Example', reportingTimeZone: zone };
    await expect(world().administration.createPublisher(asked, actor)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      violations: [{ field: 'reportingTimeZone' }],
    });
  });

  it('publishers are listed page by page', async () => {
    await world().publisher();
    await world().publisher();
    const all = (await world().administration.listPublishers({}, actor)).publishers;
    expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).toSorted());
    const first = await world().administration.listPublishers({ pageSize: 1 }, actor);
    const pageToken = first.nextPageToken as string;
    const rest = await world().administration.listPublishers({ pageSize: 1000, pageToken }, actor);
    expect([...first.publishers, ...rest.publishers]).toEqual(all);
    expect(rest).not.toHaveProperty('nextPageToken');
  });
});
