import { sentenceText } from '../../../../../src/admin/contract/audit-log/sentences.ts';
import { eventSummary } from '../../../../../src/client/change-summary.ts';
import { Button } from '../../../kit/button.tsx';
import { CopyCommand } from '../../../kit/copy-command.tsx';
import { useSay } from '../../../kit/messages.tsx';
import { shownValues } from '../../../kit/shown-values.ts';
import { useMessages } from '../../../messages/index.ts';
import { remedyFor } from '../../api.ts';
import { useStateText } from '../../parts/states.tsx';
import type { Kind } from './kind.ts';
import { useOperationWords } from './operation.tsx';
import { type Explained, explainCommand, plainText, statesText } from './text.ts';

interface CopyProps {
  readonly id: string;
  readonly kind: Kind | undefined;
  readonly explained: Explained;
}

/** Copies the explanation as text, for a ticket, or as the equivalent command line. */
export function CopyExplanation({ id, kind, explained }: CopyProps) {
  const { common, changeWords, explain: words } = useMessages();
  const say = useSay();
  const operationWords = useOperationWords();
  const stateText = useStateText();
  const copy = async (text: string) => {
    await navigator.clipboard.writeText(text);
    say(common.copied);
  };
  const text = () =>
    plainText([
      [[words.title, `${id} (${words.kinds[explained.kind]})`]],
      ...explained.requests.map((request) => [
        [`${operationWords(request.operation)} (${request.operation})`, request.time] as const,
        [words.requestId, request.requestId] as const,
        [words.outcome, request.outcome] as const,
        [words.check, request.failedCheck] as const,
        [words.found, request.description] as const,
        [words.errorId, request.errorId] as const,
        [words.operator, request.operatorId] as const,
        [words.kinds.oauthClient, request.clientId] as const,
        [words.kinds.publisher, request.publisherId] as const,
        [
          words.next,
          request.outcome === 'ok' ? undefined : (request.remedy ?? remedyFor(request.outcome)),
        ] as const,
        ...request.named.map(
          (one) => [`${one.subject} ${one.id}`, statesText(one, words, stateText)] as const,
        ),
      ]),
      // Without the names of holders: the text leaves the console.
      ...explained.events.map((event) => {
        const said = [sentenceText(event), eventSummary(event, changeWords, shownValues)];
        return [[event.time, said.filter(Boolean).join(' – ')] as const];
      }),
    ]);
  return (
    <>
      <Button onClick={() => copy(text())}>{words.copyText}</Button>
      <CopyCommand command={explainCommand(id, kind)}>{words.copyCommand}</CopyCommand>
    </>
  );
}
