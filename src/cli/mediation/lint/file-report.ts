import { parseConfiguration } from '../../../mediation/as-code/index.ts';
import { sourcesOfMappings } from '../../../mediation/as-code/match-mappings.ts';
import { fileModel, positionIn, sourceIdsIn } from '../../../mediation/lint/from-file.ts';
import { type LintException, lint } from '../../../mediation/lint/index.ts';
import { lintView } from '../../../mediation/lint/view.ts';
import { readText } from '../../bounded-file.ts';
import { publisherOf } from '../as-code/workspace.ts';
import { allOf } from '../client/index.ts';
import type { Desk, MediationOptions } from '../connection.ts';
import { adaptersFor, readInventory } from './read-live.ts';
import type { Report } from './report.ts';

/**
 * Findings in a configuration file. The server says what ad sources, adapters and ad units there are.
 * @throws ConfigurationFileError, NameProblem, UsageError
 */
export async function fileReport(
  { api }: Desk,
  file: string,
  ignored: readonly LintException[],
  options: MediationOptions,
): Promise<Report> {
  const configuration = parseConfiguration(readText(file), file);
  const on = `accounts/${publisherOf(configuration, file, options)}`;
  const desk: Desk = { api, account: async () => on };
  const sources = await allOf(api.items('accounts.adSources.list', 'adSources', { on }));
  const used = new Set([
    ...sourceIdsIn(configuration, sources),
    ...sourcesOfMappings(configuration, { sources }),
  ]);
  const model = fileModel(configuration, file, {
    sources,
    adapters: await adaptersFor(desk, sources, used),
    inventory: await readInventory(desk),
    now: Date.now(),
  });
  const result = lint({ ...model, exceptions: [...(model.exceptions ?? []), ...ignored] });
  const { findings = [], ...rest } = lintView(result, configuration.publisher);
  return {
    ...rest,
    findings: findings.map(({ mediationGroup: _, ...finding }, index) => {
      const found = result.findings[index];
      if (!found) return finding;
      const { line, column } = positionIn(configuration, found);
      return {
        ...finding,
        ...(found.groupId !== undefined && { mediationGroup: found.groupId }),
        position: `${file}:${line}:${column}`,
      };
    }),
  };
}
