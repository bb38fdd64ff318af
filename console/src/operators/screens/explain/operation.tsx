import { operationSummaries } from 'virtual:contract';
import { useMessages } from '../../../messages/index.ts';
import { operationText } from './text.ts';

export function useOperationWords() {
  const { explain: words } = useMessages();
  return (operation: string): string =>
    operation === 'unknown' ? words.unknownAddress : operationText(operation, operationSummaries);
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
