import { existsSync } from 'node:fs';
import type { AdminResponse } from '../../admin/contract/index.ts';
import type { Caller } from '../../admin/operation/caller.ts';
import { isoTime } from '../../conventions/json-schema.ts';
import { MINUTE, SECOND } from '../../conventions/time.ts';
import { countCompromised } from '../../issuer/compromise/count-msos.ts';
import type { KeyRole } from '../../keys/key-register.ts';
import { sealCustody } from '../../keys/seal-custody.ts';
import { SettingsError } from '../config/load-settings.ts';
import type { Settings } from '../config/settings.ts';
import { type Context, createContext } from '../context/context.ts';
import { type Effects, REAL_EFFECTS } from '../effects.ts';
import { type DataFolder, dataFolder } from '../files/data-folder.ts';
import { openCustody } from '../keys/custody.ts';
import { VERSION } from '../version.ts';
import { conditions } from './conditions.ts';
import type { DrillOptions } from './copy-database.ts';
import { type DrillReport, requireSigningKey, signedReport } from './drill-report.ts';
import { type Copy, onCopy } from './run-on-copy.ts';

/** How long documents are signed to measure the rate, in milliseconds. */
const MEASURED = SECOND;

const CALLER: Caller = {
  kind: 'operator',
  requestId: 'drill',
  operatorId: 'operator',
  role: 'administrator',
};

type Compromise = AdminResponse<'compromiseKey'>;

async function activeKeyOf({ administration }: Context, role: KeyRole) {
  const { keys } = await administration.listKeys({}, CALLER);
  const key = keys.find((one) => one.role === role && one.stage === 'active');
  if (key) return key;
  throw new SettingsError([`data: there is no active ${role} key in this folder`]);
}

/** Signs specimens, of which nothing is stored but the entry in the copy of the audit log. */
async function sign({ administration, issuer }: Context, isOver: () => boolean): Promise<number> {
  const [documentType = ''] = issuer?.policy.documentTypes.keys() ?? [];
  let count = 0;
  do {
    await administration.signSpecimen({ documentType }, CALLER);
    count += 1;
  } while (!isOver());
  return count;
}

/** The method does not ask a second person: the copy's settings name none. */
async function compromised({ administration, clock }: Context, id: string): Promise<void> {
  await administration.compromiseKey({ id, sinceTime: isoTime(clock()) }, CALLER);
}

interface Offset {
  /** Added to the clock of the copy, so that nothing waits for the key to be destroyed. */
  milliseconds: number;
}

async function counted(context: Context, id: string, observe: (step: string) => void): Promise<Compromise> {
  for (;;) {
    await countCompromised(context.store, context.clock());
    const view = await context.administration.getKeyCompromise({ id }, CALLER);
    if (!view.progress?.isCounting) return view;
    const compromise = await context.store.read((reader) => reader.compromise(id));
    observe(`counting MSOs: ${compromise?.progress.counting?.msos ?? 0} so far`);
  }
}

/** What is measured; the rest of the report says under which conditions. */
type Measured = Omit<DrillReport, 'database' | 'custody' | 'notRehearsed'>;

interface Rehearsal {
  readonly role: KeyRole;
  readonly copied: number;
  readonly offset: Offset;
  readonly observe: (step: string) => void;
  /** The digest of a real certificate by that in the copy. */
  readonly realOf: ReadonlyMap<string, string>;
}

async function rehearse(
  context: Context,
  { role, copied, offset, observe, realOf }: Rehearsal,
): Promise<Measured> {
  const real = (digest: string) => realOf.get(digest) ?? digest;
  const { id, certificateSha256 } = await activeKeyOf(context, role);
  observe(`stopping the ${role} key`);
  const startedAt = performance.now();
  const startTime = isoTime(Date.now());
  const since = () => Math.round(performance.now() - startedAt);
  await compromised(context, id);
  const stopped = since();
  await sign(context, () => true);
  const signedByNewKey = since();
  const isListed = (await context.store.read((reader) => reader.publishedLists(context.clock()))).length > 0;
  const statusLists =
    isListed && context.issuer ? await context.issuer.statusLists.publisher.publishNow() : 0;
  const listsPublished = since();
  offset.milliseconds = MINUTE + SECOND;
  await context.keys.sweep();
  const isPrivateKeyDestroyed = (await context.keys.maker.custody.publicPoint(id)) === undefined;
  const { successor, dates, progress } = await counted(context, id, observe);
  const reachedCount = since();
  observe('signing documents');
  const signingSince = performance.now();
  const signed = await sign(context, () => performance.now() - signingSince >= MEASURED);
  const documentsPerSecond = (signed * SECOND) / (performance.now() - signingSince);
  const left = progress?.left ?? 0;
  return {
    format: 'diptych compromise drill 1',
    version: VERSION,
    startTime,
    endTime: isoTime(Date.now()),
    role,
    certificate: real(certificateSha256),
    ...(successor && { successor: real(successor.certificateSha256) }),
    reached: { copied, stopped, signedByNewKey, listsPublished, counted: reachedCount },
    isPrivateKeyDestroyed,
    statusLists,
    msos: progress?.msos ?? 0,
    left,
    credentials: progress?.credentials ?? 0,
    documentsPerSecond: Math.round(documentsPerSecond * 10) / 10,
    secondsForAll: Math.round(left / documentsPerSecond),
    dates,
  };
}

interface Options extends DrillOptions {
  readonly effects?: Effects;
}

function requireKeys({ data }: Settings): DataFolder {
  const folder = dataFolder(data);
  if (existsSync(folder.keys)) return folder;
  throw new SettingsError([`data: there are no keys in ${folder.path}; name the data folder of the server`]);
}

async function measured(
  { settings, standIns: { realOf } }: Copy,
  {
    startedAt,
    effects,
    ...rehearsal
  }: Omit<Rehearsal, 'copied' | 'offset' | 'realOf'> & {
    readonly startedAt: number;
    readonly effects: Effects;
  },
): Promise<Measured> {
  const offset: Offset = { milliseconds: 0 };
  const clock = () => effects.clock() + offset.milliseconds;
  const context = await createContext(settings, { ...effects, clock });
  try {
    const copied = Math.round(performance.now() - startedAt);
    return await rehearse(context, { ...rehearsal, copied, offset, realOf });
  } finally {
    await context.close();
  }
}

/**
 * Practises the compromise of the active key of a role on a copy of the data, and returns a signed report with the times
 * reached. Of the server's own database, token and files it only reads. @throws SettingsError
 */
export async function runDrill(settings: Settings, role: KeyRole, options: Options = {}) {
  const { effects = REAL_EFFECTS, observe = () => {}, database } = options;
  const startedAt = performance.now();
  const folder = requireKeys(settings);
  const custody = await openCustody(settings, folder.keys);
  try {
    const places = { keys: folder.keys, seen: folder.sealSeen };
    const seals = sealCustody({ custody, random: effects.random }, places);
    await requireSigningKey(seals);
    const report = await onCopy(settings, { custody, database, observe }, async (copy) => ({
      ...(await measured(copy, { role, observe, effects, startedAt })),
      ...conditions(settings, copy),
    }));
    return await signedReport(report, seals);
  } finally {
    custody.close();
  }
}
