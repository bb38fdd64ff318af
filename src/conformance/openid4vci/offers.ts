import { NotRun } from '../deviation.ts';
import type { Hooks } from '../hooks/client.ts';

const PRE_AUTHORIZED_CODE = 'urn:ietf:params:oauth:grant-type:pre-authorized_code';

/** An offer as a wallet gets it, and the transaction code that the holder knows. */
export interface TestOffer {
  readonly text: string;
  readonly txCode?: string | undefined;
}

interface Source {
  readonly issuer: string;
  /** Lines with an offer or a code, and with the transaction code of it. */
  readonly lines: readonly string[];
  readonly hooks: Hooks | undefined;
  /** The configuration of a code of which nothing else is known. */
  readonly configurationOf: (documentType: string | undefined) => Promise<string>;
}

interface Line extends TestOffer {
  readonly given: string;
}

function lineOf(line: string): Line {
  const [given = '', txCode] = line.split(/\s+(?=\S+$)/);
  return { given, text: given, ...(txCode !== undefined && { txCode }) };
}

const isCode = (text: string) => !text.startsWith('{') && !text.includes(':');

/** The offers of a run; each is used once. */
export function offersOf({ issuer, lines, hooks, configurationOf }: Source) {
  const left = lines.map(lineOf);

  async function offerFor(
    code: string,
    documentType: string | undefined,
    hasTxCode: boolean,
  ): Promise<string> {
    const grant = { 'pre-authorized_code': code, ...(hasTxCode && { tx_code: {} }) };
    return JSON.stringify({
      credential_issuer: issuer,
      credential_configuration_ids: [await configurationOf(documentType)],
      grants: { [PRE_AUTHORIZED_CODE]: grant },
    });
  }

  return async (hasTxCode: boolean): Promise<TestOffer> => {
    const at = left.findIndex(({ txCode }) => (txCode !== undefined) === hasTxCode);
    const [line] = at < 0 ? [] : left.splice(at, 1);
    if (line !== undefined) {
      const text = isCode(line.given) ? await offerFor(line.given, undefined, hasTxCode) : line.text;
      return { text, txCode: line.txCode };
    }
    if (hooks === undefined)
      throw new NotRun(hasTxCode ? 'needs an offer with a transaction code' : 'needs more offers');
    const asked = hasTxCode ? { txCode: true } : {};
    const { code, txCode, documentType } = await hooks.call('issueCode', asked);
    if (hasTxCode && txCode === undefined) throw new NotRun('needs an offer with a transaction code');
    return { text: await offerFor(code, documentType, hasTxCode), txCode };
  };
}
