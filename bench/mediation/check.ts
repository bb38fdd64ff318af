import { exchangeOnce, type RawAnswer } from '../harness/http-connection.ts';
import { groupRequest, type Read } from './requests.ts';
import { CATALOGUE, groupOf, PAGE } from './sample.ts';
import { EXPERIMENTS, LINES } from './sizes.ts';

interface Resource {
  readonly [member: string]: unknown;
  readonly mediationGroupId?: string;
  readonly mediationGroupLines?: object;
}

const resourceOf = ({ body }: RawAnswer) => JSON.parse(body.toString('utf8')) as Resource;

const listOf = (resource: Resource, member: string) => resource[member] as readonly Resource[];

const hasLines = ({ mediationGroupLines = {} }: Resource) =>
  Object.keys(mediationGroupLines).length === LINES;

const WHOLE: Readonly<Record<Read, (resource: Resource) => boolean>> = {
  listGroups(resource) {
    const groups = listOf(resource, 'mediationGroups');
    return groups.length === PAGE && groups.every(hasLines);
  },
  getGroup: (group) => group.mediationGroupId === groupOf(0, LINES).groupId && hasLines(group),
  listAdSources: (resource) => listOf(resource, 'adSources').length === CATALOGUE.adSources.length,
  listExperiments: (resource) => listOf(resource, 'mediationAbExperiments').length === EXPERIMENTS,
};

/** Throws unless the answer contains everything that was requested. */
export function requireWhole(read: Read, answer: RawAnswer): void {
  if (!WHOLE[read](resourceOf(answer))) throw new Error(`${read}: the answer is not whole`);
}

/** Throws unless the server still has the group as it was answered to the write. */
export async function requireKept(written: RawAnswer, url: string, token: string): Promise<void> {
  const { mediationGroupId = '' } = resourceOf(written);
  const kept = await exchangeOnce(url, groupRequest(mediationGroupId, token));
  if (!kept.body.equals(written.body)) throw new Error(`group ${mediationGroupId} is not kept as answered`);
}
