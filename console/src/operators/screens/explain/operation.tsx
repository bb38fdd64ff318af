import { adminMethods } from 'virtual:contract';
import { operationText } from './text.ts';

const methods: Readonly<Record<string, { readonly summary: string } | undefined>> = adminMethods;

export const operationWords = (operation: string): string =>
  operationText(operation, methods[operation]?.summary);

/** An operation in words, with its name in the interface. */
export function Operation({ operation }: { readonly operation: string }) {
  return (
    <span>
      {operationWords(operation)} <code className="soft small">{operation}</code>
    </span>
  );
}
