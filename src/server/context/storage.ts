import { DAY } from '../../conventions/time.ts';
import { withOutbox } from '../../issuer/outbox/with-outbox.ts';
import type { IssuerDatabase } from '../../issuer/ports/database.ts';
import { withSearchIndex } from '../../issuer/record/with-search-index.ts';
import { erasureJournal } from '../../keys/holder-keys/erasures.ts';
import { rewrapHolderKeys } from '../../keys/holder-keys/rewrap-holder-keys.ts';
import { codeDigest, holderDigest, makeCodeKey } from '../../keys/secrets.ts';
import { followSeals } from '../../storage/audit/follow-seals.ts';
import { issuerStore } from '../../storage/issuer/issuer-store.ts';
import { openDatabase } from '../database/database.ts';
import type { DataFolder } from '../files/data-folder.ts';
import { openCustody } from '../keys/custody.ts';
import { openEpochs } from '../keys/epochs.ts';
import { createKeys } from '../keys/keys.ts';
import { tracedCustody, tracedStore } from '../telemetry/traced-parts.ts';
import type { PartDeps } from './parts.ts';

type Noted = Parameters<IssuerDatabase['noteErasure']>;

export type Storage = Awaited<ReturnType<typeof openStorage>>;

/** The database, the keys, and the state of the issuer panel, which the keys encrypt. */
export async function openStorage(
  { settings, effects, tracing, ends }: PartDeps,
  folder: DataFolder,
  notifies: boolean,
) {
  const { clock, random } = effects;
  const custody = tracedCustody(await openCustody(settings, folder.keys), tracing);
  ends.defer(() => custody.close());
  const database = openDatabase(settings, folder);
  ends.defer(() => database.close());
  await database.migrate();
  const moveIdsPastLastSeal = () => followSeals(database, clock, random);
  await moveIdsPastLastSeal();
  const recovery = settings.keys.recoveryDays * DAY;
  const epochs = openEpochs(settings, folder, clock);
  ends.defer(() => epochs.close());
  const keys = await createKeys({ settings, folder, custody, database, epochs, effects });
  if (settings.interfaces.includes('issuer')) makeCodeKey(folder.keys);
  const digestOfCode = codeDigest(folder.keys);
  const findBy = holderDigest(folder.keys);
  const rows = tracedStore(issuerStore(database, clock, random, epochs), 'issuer', tracing);
  const erasures = erasureJournal(folder.keys);
  const noting: IssuerDatabase = {
    ...rows,
    noteErasure: async (...one: Noted) => erasures.note(...one),
    withdrawErasure: async (erasureId, at) => erasures.withdraw(erasureId, at),
  };
  const indexing = withSearchIndex(noting, findBy);
  const store = notifies ? withOutbox(indexing) : indexing;
  return {
    folder,
    custody,
    database,
    keys,
    epochs,
    recovery,
    erasures,
    store,
    codeDigest: digestOfCode,
    holderDigest: findBy,
    moveIdsPastLastSeal,
    rewrapHolderKeys: (now = clock()) => rewrapHolderKeys({ store, epochs, now, recovery }),
    /** Rejects if the database does not answer or the signing keys cannot be used. */
    async ready() {
      await database.ping();
      await keys.ready();
    },
  };
}
