import { listed } from '../../conventions/admin/index.ts';
import type { Actor } from '../ports/entities.ts';
import type { Page } from '../ports/store.ts';
import type { TrailedChange } from '../ports/trail.ts';
import type { EventView } from './contract/index.ts';
import type { AdminOperation } from './operation.ts';
import { period } from './period.ts';
import { isoTime } from './views.ts';

function actorView(actor: Actor): Pick<EventView, 'actor' | 'operatorId' | 'approverId' | 'requestId'> {
  const { kind, ...rest } = actor;
  return { actor: kind, ...rest };
}

export function eventView({ changeId, at, actor, concerns, ...change }: TrailedChange): EventView {
  const about = concerns && { concerns: [...concerns] };
  return { id: changeId, time: isoTime(at), ...change, ...about, ...actorView(actor) };
}

export const listEvents: AdminOperation<'listEvents', 'store'> =
  ({ store }) =>
  async ({ pageSize, pageToken, ...wanted }) => {
    const { startTime, endTime, ...equal } = wanted;
    const filter = { ...equal, ...period(startTime, endTime) };
    const read = (page: Page) => store.read((reader) => reader.listChanges(page, filter));
    const args = { list: 'events', ...wanted };
    const { rows, next } = await listed({ pageSize, pageToken }, args, read, (row) => row.changeId);
    return { events: rows.map(eventView), ...next };
  };
