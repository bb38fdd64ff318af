import { dataFolder, readAddresses } from '../../../src/server/files/data-folder.ts';
import { openConnection, wireOf } from '../../harness/http-connection.ts';
import { idsOf } from '../store/ids.ts';
import type { GrownStore } from './grown-store.ts';
import { type About, PAGE, requestsAbout } from './requests.ts';

interface Answer {
  readonly [list: string]: readonly { readonly [member: string]: unknown }[];
}

const EXPECTED: Partial<Record<About, (answer: Answer, copy: number) => boolean>> = {
  credentialsOfHolder: ({ credentials }, copy) => credentials?.[0]?.id === idsOf(copy).credentialId,
  credentialsOfPeriod: ({ credentials }) => credentials?.length === PAGE,
  active: ({ credentials }) => credentials?.length === PAGE,
  revoked: ({ credentials }) => credentials?.length === 0,
  holders: ({ holders }) => holders?.length === PAGE,
  events: ({ events = [] }, copy) =>
    events.length > 0 && events.every(({ subjectId }) => subjectId === idsOf(copy).credentialId),
  explain: ({ requests, events }) => requests?.length === 1 && (events?.length ?? 0) > 0,
};

/** Throws unless lists have full pages and lookups of a copy succeed. */
export async function requireFound(store: GrownStore): Promise<void> {
  const { adminUrl } = readAddresses(dataFolder(store.data)) ?? { adminUrl: '' };
  const connection = await openConnection(adminUrl);
  const about = requestsAbout(store);
  const copy = Math.floor(store.credentials / 10);
  for (const [name, isRight] of Object.entries(EXPECTED)) {
    const { body } = await connection.ok(wireOf(about[name as About](copy)));
    const answer = JSON.parse(body.toString('utf8')) as Answer;
    if (!isRight(answer, copy)) throw new Error(`${name}: the answer is not what the store was filled with`);
  }
  connection.close();
}
