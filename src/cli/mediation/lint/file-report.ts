import { omit } from '../../../conventions/omit.ts';
import { parseConfiguration } from '../../../mediation/as-code/index.ts';
import { sourcesOfMappings } from '../../../mediation/as-code/match-mappings.ts';
import type { AdSource } from '../../../mediation/contract/index.ts';
import { fileModel, positionIn, sourceIdsIn } from '../../../mediation/lint/from-file.ts';
import { type LintException, lint } from '../../../mediation/lint/index.ts';
import { lintView } from '../../../mediation/lint/view.ts';
import { publisherOf } from '../as-code/workspace.ts';
import type { MediationApi } from '../client/client.ts';
import { type MediationOptions, sessionOn } from '../connection.ts';
import { adaptersFor, readInventory } from './read-live.ts';
import type { Report } from './report.ts';

/** The ad sources of a publisher, which were asked for before the file was parsed. */
export interface Asked {
  readonly publisher: string;
  readonly sources: Promise<readonly AdSource[]>;
}

interface LintFile {
  readonly file: string;
  readonly text: string;
  readonly asked: Asked | undefined;
}

/**
 * Findings in a configuration file. The server says what ad sources, adapters and ad units there are.
 * @throws ConfigurationFileError, NameProblem, UsageError
 */
export async function fileReport(
  api: MediationApi,
  { file, text, asked }: LintFile,
  ignored: readonly LintException[],
  options: MediationOptions,
): Promise<Report> {
  const configuration = parseConfiguration(text, file);
  const publisher = publisherOf(configuration, file, options);
  const session = sessionOn(api, async () => `accounts/${publisher}`);
  const sources = asked?.publisher === publisher ? await asked.sources : await session.live.adSources();
  const used = new Set([
    ...sourceIdsIn(configuration, sources),
    ...sourcesOfMappings(configuration, { sources }),
  ]);
  const model = fileModel(configuration, file, {
    sources,
    adapters: await adaptersFor(session, sources, used),
    inventory: await readInventory(session),
    now: Date.now(),
  });
  const result = lint({ ...model, exceptions: [...(model.exceptions ?? []), ...ignored] });
  const { findings = [], ...rest } = lintView(result, publisher);
  return {
    ...rest,
    findings: findings.map((shown, index) => {
      const finding = omit(shown, 'mediationGroup');
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
