import { PATH_WORDS } from '../http/oauth/paths.ts';
import { VCI_PATH_WORDS } from '../http/vci/paths.ts';
import { OPERATION_OUTLINES } from '../issuer/contract/operation-outlines.ts';
import { ADMIN_METHODS } from './methods/index.ts';

const summaries = (table: Readonly<Record<string, { readonly summary: string }>>) =>
  Object.entries(table).map(([name, { summary }]) => [name, summary] as const);

/** Loaded only if it is asked for, because the shapes of the contract take long to load. */
async function ofMediation() {
  const { METHODS, methodId } = await import('../mediation/contract/index.ts');
  return (Object.keys(METHODS) as (keyof typeof METHODS)[]).map(
    (name) => [methodId(name), METHODS[name].description] as const,
  );
}

/** What each operation, method and endpoint does. */
export const operationSummaries = async (
  hasMediation: boolean,
): Promise<Readonly<Record<string, string>>> => ({
  ...Object.fromEntries([...summaries(ADMIN_METHODS), ...summaries(OPERATION_OUTLINES)]),
  ...(hasMediation && Object.fromEntries(await ofMediation())),
  ...PATH_WORDS,
  ...VCI_PATH_WORDS,
});
