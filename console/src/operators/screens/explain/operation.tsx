import { operationSummaries } from 'virtual:contract';
import { operationText } from '../../../../../src/client/request-text.ts';
import { useMessages } from '../../../messages/index.ts';

export function useOperationWords() {
  const { explain: words } = useMessages();
  return (operation: string): string => operationText(operation, operationSummaries, words);
}

/** An operation in words, with its name in the interface. */
export function Operation({ operation }: { readonly operation: string }) {
  const text = useOperationWords()(operation);
  return (
    <span>
      {text} <code className="soft small">{operation}</code>
    </span>
  );
}
