import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifyStatusListToken } from '../../../src/formats/status/index.ts';
import type { PublishedList } from '../../../src/issuer/ports/status-lists.ts';
import { activeKey, derOf } from '../../keys/support/keys.ts';
import { activePhone, type Phone } from '../../support/devices.ts';
import { issuerOf } from '../../support/panels.ts';
import { changeHolder } from '../../support/records.ts';
import { property } from '../../support/runs.ts';
import { useWorld } from '../../support/use-world.ts';
import { type Place, placesOf, STATUS_URI } from './support/status.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const world = useWorld({ settings: { 'issuer.status.uri': STATUS_URI } });

/** What should be known of an MSO: the version of its record, and whether its bit should be set. */
interface Mso {
  readonly version: number;
  isRevoked: boolean;
}

/** A phone with its MSOs, by their places, as the specification says they should be. */
interface Model {
  readonly phone: Phone;
  readonly msos: Map<string, Mso>;
  version: number;
  /** When the MSOs of the version before have to be revoked, by version. */
  readonly due: Map<number, number>;
  isLive: boolean;
}

const nameOf = ({ uri, idx }: Place) => `${uri} ${idx}`;

function noteNew({ phone, msos, version }: Model): void {
  for (const place of placesOf(phone.device))
    if (!msos.has(nameOf(place))) msos.set(nameOf(place), { version, isRevoked: false });
}

const revoke = ({ msos }: Model, isMeant: (mso: Mso) => boolean): void => {
  for (const mso of msos.values()) if (isMeant(mso)) mso.isRevoked = true;
};

function end(model: Model): void {
  model.isLive = false;
  model.due.clear();
  revoke(model, () => true);
}

type Act = (model: Model) => Promise<void>;

const update: Act = async (model) => {
  await model.phone.device.update(2);
  noteNew(model);
  // The device has MSOs of the newest version, so all before are revoked.
  revoke(model, ({ version }) => version < model.version);
  model.due.clear();
};

const ACTS: Readonly<Record<string, Act>> = {
  async refresh(model) {
    if (model.due.size > 0) return update(model);
    await model.phone.device.refresh(3);
    noteNew(model);
  },
  update: (model) => (model.due.size > 0 ? update(model) : Promise.resolve()),
  async change(model) {
    const { phone, version, due } = model;
    await changeHolder(world(), phone.holderId, { family_name: `Changed ${version}` });
    if ([...model.msos.values()].some((mso) => mso.version === version))
      due.set(version, world().now() + DAY);
    model.version += 1;
  },
  async revoke(model) {
    await world().admin('revokeCredential', { id: model.phone.ids.credentialId });
    end(model);
  },
  async revokeHolder(model) {
    await world().admin('revokeHolder', { id: model.phone.holderId });
    end(model);
  },
  async erase(model) {
    await world().admin('eraseHolder', { id: model.phone.holderId });
    end(model);
  },
  async remove(model) {
    await model.phone.device.notifyDeleted();
    end(model);
  },
  async wait(model) {
    world().advance(DAY);
    await world().sweep();
    for (const [version, at] of model.due)
      if (at <= world().now()) {
        revoke(model, (mso) => mso.version === version);
        model.due.delete(version);
      }
  },
};

/** The addresses of the published lists, and the places whose bits are set. */
async function published() {
  const { store } = world().server.context;
  await issuerOf(world().server).statusLists.publisher.publishNow();
  const { certificate } = await activeKey(world(), 'iaca');
  const set = new Set<string>();
  const uris = new Set<string>();
  const lists = await store.read((reader) => reader.publishedLists(world().now()));
  for (const { listNo, baseUri, name } of lists as readonly PublishedList[]) {
    const uri = `${baseUri}/${name}`;
    uris.add(uri);
    const token = (await store.read((reader) => reader.statusToken(listNo))) as Uint8Array;
    const { list } = verifyStatusListToken(token, {
      uri,
      now: world().now(),
      trustedRoots: [derOf(certificate)],
    });
    for (const [at, byte] of list.bytes.entries())
      for (let bit = 0; byte > 0 && bit < 8; bit++)
        if ((byte >> bit) & 1) set.add(nameOf({ uri, idx: at * 8 + bit }));
  }
  return { uris, set };
}

describe('The bits of published status lists', () => {
  it('after any changes, the bits of revoked, deleted, erased and superseded MSOs are set, and no others', async () => {
    const acts = fc.array(fc.constantFrom(...Object.keys(ACTS)), { minLength: 2, maxLength: 8 });
    let before: ReadonlySet<string> = new Set();
    await fc.assert(
      fc.asyncProperty(acts, async (names) => {
        const bystander = await activePhone(world(), 2);
        const model: Model = {
          phone: await activePhone(world(), 3),
          msos: new Map(),
          version: 1,
          due: new Map(),
          isLive: true,
        };
        noteNew(model);
        for (const name of names) if (model.isLive || name === 'wait') await ACTS[name]?.(model);
        const { uris, set } = await published();
        for (const [name, { isRevoked }] of model.msos)
          expect([name, set.has(name)]).toEqual([name, isRevoked]);
        for (const place of placesOf(bystander.device)) expect(set.has(nameOf(place))).toBe(false);
        const expected = [...model.msos].flatMap(([name, { isRevoked }]) => (isRevoked ? [name] : []));
        // A bit that is set stays set until the list has ended, and no other was added.
        const kept = [...before].filter((name) => uris.has(name.split(' ')[0] as string));
        expect(set).toEqual(new Set([...kept, ...expected]));
        before = set;
        // Otherwise bits of this phone would be set while a later phone waits.
        if (model.due.size > 0) {
          await update(model);
          before = (await published()).set;
        }
      }),
      property(10),
    );
  });
});
