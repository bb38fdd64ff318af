import { authorName } from '../../admin/contract/audit-log/sentences.ts';
import { REQUEST_WORDS } from '../../admin/contract/explained/requests.ts';
import type { AdminResponse } from '../../admin/contract/index.ts';
import { checkText, operationText, outcomeText, type Summaries } from '../../client/request-text.ts';
import { withCode } from '../../conventions/code-words.ts';
import { lowerFirst } from '../../conventions/upper-first.ts';
import { byDay } from '../events/by-day.ts';
import { operationSummaries } from '../operation-summaries.ts';

type Refused = AdminResponse<'listRefusedRequests'>['requests'][number];

export const summariesFor = (requests: readonly Pick<Refused, 'interface'>[]): Promise<Summaries> =>
  operationSummaries(requests.some((request) => request.interface === 'mediation'));

export const didText = (operation: string, summaries: Summaries): string =>
  withCode(operationText(operation, summaries, REQUEST_WORDS), operation);

const reasonText = (code: string) => withCode(lowerFirst(outcomeText(code, REQUEST_WORDS)), code);
const stepText = (check: string) => withCode(checkText(check, REQUEST_WORDS), check);

/** The cells of the table. */
export async function refusalCells(requests: readonly Refused[]) {
  const summaries = await summariesFor(requests);
  return {
    operation: ({ operation }: Refused) => didText(operation, summaries),
    reason: ({ reason }: Refused) => reasonText(reason),
    failedCheck: ({ failedCheck: check }: Refused) => check && stepText(check),
  };
}

/** Why a request was not answered, and in which step. */
export function whyTexts({ reason: code, failedCheck }: Pick<Refused, 'reason' | 'failedCheck'>): string[] {
  const reason = reasonText(code);
  const isOurs = code === 'internal' || code === 'overload';
  return [
    isOurs ? reason : `refused: ${reason}`,
    ...(failedCheck === undefined ? [] : [`refused in the step: ${stepText(failedCheck)}`]),
  ];
}

/** Whose request it was, as far as it is known, and for which publisher. */
export function fromTexts({
  operatorId,
  operatorName,
  clientId,
  publisherId,
}: Pick<Refused, 'operatorId' | 'operatorName' | 'clientId' | 'publisherId'>): string[] {
  const by = operatorName
    ? `by ${operatorName}, ${operatorId}`
    : operatorId !== undefined && `by ${authorName({ actor: 'operator', operatorId })}`;
  const client = clientId !== undefined && clientId !== operatorId && `client ${clientId}`;
  return [by, client, publisherId !== undefined && `publisher ${publisherId}`].filter((one) => one !== false);
}

/** The finding; of several members that are wrong, the first and the number of the others. */
function findingTexts(description: string | undefined): readonly string[] {
  if (description === undefined) return [];
  const [first, member, ...others] = description.split('\n');
  const more = others.length === 0 ? '' : `; and ${others.length} more`;
  return [`finding: ${member ?? first}${more}`];
}

/** Refused requests with days as headings: what was asked, why it was refused, and what explains it. */
export async function refusalTexts(
  requests: readonly Refused[],
  _connection: unknown,
  { utc }: { readonly utc?: boolean } = {},
): Promise<string> {
  if (requests.length === 0) return 'No refused request matches.';
  const summaries = await summariesFor(requests);
  const rows = requests.map(({ time, operation, requestId, errorId, description, ...why }) => ({
    times: [time],
    texts: [
      didText(operation, summaries),
      whyTexts(why).join('; '),
      ...findingTexts(description),
      ...fromTexts(why),
      requestId === '' ? `error ${errorId ?? 'without an id'}` : `request ${requestId}`,
    ],
  }));
  return byDay(rows, utc);
}
