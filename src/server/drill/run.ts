import type { Caller } from '../../admin/operation.ts';
import type { AdminResponse } from '../../admin/registry.ts';
import { isoTime } from '../../conventions/json-schema.ts';
import { MINUTE, SECOND } from '../../conventions/time.ts';
import { countCompromised } from '../../issuer/compromise/count.ts';
import { fileCustody } from '../../keys/file-custody.ts';
import type { KeyRole } from '../../keys/key-register.ts';
import { sealCustody } from '../../keys/seal-custody.ts';
import { SettingsError } from '../config/load.ts';
import type { Settings } from '../config/settings.ts';
import { type Context, createContext } from '../context.ts';
import { type Effects, REAL_EFFECTS } from '../effects.ts';
import { dataFolder } from '../files/data-folder.ts';
import { VERSION } from '../version.ts';
import { onCopy } from './copy.ts';
import { type DrillReport, signedReport } from './report.ts';

/** How long documents are signed to measure the rate, in milliseconds. */
const MEASURED = 2 * SECOND;

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
async function sign({ administration, policy }: Context, isOver: () => boolean): Promise<number> {
  const documentType = [...policy.documentTypes.keys()][0] ?? '';
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

async function counted(context: Context, id: string): Promise<Compromise> {
  for (;;) {
    await countCompromised(context.store, context.clock());
    const view = await context.administration.getKeyCompromise({ id }, CALLER);
    if (!view.progress?.isCounting) return view;
  }
}

async function rehearse(
  context: Context,
  { role, copied, offset }: { readonly role: KeyRole; readonly copied: number; readonly offset: Offset },
): Promise<DrillReport> {
  const { id, certificateSha256 } = await activeKeyOf(context, role);
  const startedAt = performance.now();
  const startTime = isoTime(Date.now());
  const since = () => Math.round(performance.now() - startedAt);
  await compromised(context, id);
  const stopped = since();
  await sign(context, () => true);
  const signedByNewKey = since();
  const { publisher } = context.statusLists;
  const isListed = (await context.store.read((reader) => reader.publishedLists(context.clock()))).length > 0;
  const statusLists = isListed ? await publisher.publishNow() : 0;
  const listsPublished = since();
  offset.milliseconds = MINUTE + SECOND;
  await context.keys.sweep();
  const isPrivateKeyDestroyed = (await context.keys.maker.custody.publicPoint(id)) === undefined;
  const { successor, dates, progress } = await counted(context, id);
  const reachedCount = since();
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
    certificate: certificateSha256,
    ...(successor && { successor: successor.certificateSha256 }),
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

/**
 * Practises the compromise of the active key of a role on a copy of the data, and returns a signed report with the times
 * reached. @throws SettingsError
 */
export async function runDrill(settings: Settings, role: KeyRole, effects: Effects = REAL_EFFECTS) {
  const startedAt = performance.now();
  const offset: Offset = { milliseconds: 0 };
  const clock = () => effects.clock() + offset.milliseconds;
  const report = await onCopy(settings, async (copy) => {
    const context = await createContext(copy, { ...effects, clock });
    try {
      const copied = Math.round(performance.now() - startedAt);
      return await rehearse(context, { role, copied, offset });
    } finally {
      await context.close();
    }
  });
  const folder = dataFolder(settings.data);
  const custody = fileCustody(folder.keys);
  const places = { keys: folder.keys, seen: folder.sealSeen };
  return signedReport(report, sealCustody({ custody, random: effects.random }, places));
}
