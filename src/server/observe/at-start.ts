import type { Logger } from 'pino';
import { noteBaseline } from '../../audit/index.ts';
import { baselineOf, memberDigests } from '../config/baseline.ts';
import { leftToOnePerson, tooFewPeople } from '../config/one-person.ts';
import type { Settings } from '../config/settings.ts';
import type { Context } from '../context.ts';

/** Tells what the server starts with, and what of it is another than at the start before. */
export async function startBaseline(context: Context, settings: Settings, logger: Logger): Promise<void> {
  const baseline = baselineOf(settings);
  const { digest } = baseline;
  const changed = await noteBaseline(context, { digest, members: memberDigests(baseline) });
  await context.mediation.noteCatalogue({ kind: 'start' });
  logger.info({ baseline: digest, changed }, 'configuration');
}

/** Tells at the start what the settings leave to one person, and whether there are two where they ask for two. */
export async function tellAlone({ accounts }: Context, settings: Settings, logger: Logger): Promise<void> {
  const left = leftToOnePerson(settings);
  const level = settings.profile === 'production' ? 'warn' : 'info';
  if (left) logger[level](`${left.text}; ${left.remedy}`);
  if (settings.admin.secondPerson.length === 0) return;
  const few = tooFewPeople(settings, await accounts.store.read((reader) => reader.administrators()));
  if (few) logger.warn(`${few.text}; ${few.remedy}`);
}
