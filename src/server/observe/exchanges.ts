import { type Logger, pino } from 'pino';
import type { AdminExchange } from '../../http/admin/plugin.ts';
import type { IssuerExchange } from '../../http/issuer/exchange.ts';
import type { MediationExchange } from '../../http/mediation/index.ts';
import type { OAuthExchange } from '../../http/oauth/index.ts';
import type { Metrics } from '../../http/operations/metrics.ts';
import type { BegunProofing } from '../../issuer/ports/proofing.ts';
import type { LoadedCatalogue } from '../../mediation/ports/catalogue.ts';
import { SettingsError } from '../config/load.ts';
import type { WriteLine } from './limited-lines.ts';
import { standardError } from './log-destination.ts';

/** A cause by its kind; messages of our own failures are fixed words, foreign ones may quote their input. */
export function causeOf(cause: unknown): object {
  if (!(cause instanceof Error)) return {};
  const code = 'code' in cause ? { code: String(cause.code) } : {};
  return { cause: { name: cause.name, ...code } };
}

/** For failures of our own the trace is needed; its first line, the message, is left out. */
function traceOf(cause: unknown): object {
  if (!(cause instanceof Error)) return {};
  const frames = (cause.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '));
  return { ...causeOf(cause), stack: frames.slice(0, 12).join('\n') };
}

/** Once for each change, whoever asks how often. */
export const observeReadiness = (logger: Logger) => (cause?: unknown) => {
  if (cause === undefined) logger.info('ready again');
  else logger.error(causeOf(cause), 'not ready');
};

export function createLogger(level: string, destination = standardError()): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
}

export function observeIssuer(logger: Logger, metrics: Metrics, issuerId: string, anonymous: WriteLine) {
  return ({
    operation,
    admitted,
    requestId,
    status,
    outcome,
    issuerErrorIdentifier,
    description,
    cause,
    milliseconds,
  }: IssuerExchange) => {
    metrics.issuerRequests.observe({ operation, outcome }, milliseconds / 1000);
    const line = {
      operation,
      requestId,
      issuerId,
      status,
      outcome,
      milliseconds: Math.round(milliseconds * 10) / 10,
    };
    if (status >= 500)
      logger.error({ ...line, issuerErrorIdentifier, ...traceOf(cause) }, 'issuer request failed');
    else if (outcome === 'ok') logger.info(line, 'issuer request');
    else {
      const refusal = { ...line, issuerErrorIdentifier, description, ...causeOf(cause) };
      if (admitted) logger.info(refusal, 'issuer request refused');
      else anonymous(refusal, 'issuer request refused');
    }
  };
}

/** Where a rejection is looked up by the identifier that went out with it. */
export function observeProofings(logger: Logger, metrics: Metrics) {
  return ({ alarm, ...begun }: BegunProofing) => {
    metrics.proofings.inc({ state: begun.state, cause: begun.cause ?? 'none' });
    if (begun.cause) logger.info(begun, 'proofing rejected');
    if (!alarm) return;
    metrics.codeAlarms.inc();
    logger.warn('wrong codes of all devices reached issuer.codes.wrongInAll: somebody may be trying codes');
  };
}

export function observeAdmin(logger: Logger, metrics: Metrics, anonymous: WriteLine) {
  return ({ method, requestId, operatorId, status, outcome, milliseconds, cause }: AdminExchange) => {
    metrics.adminRequests.observe({ method, status: String(status) }, milliseconds / 1000);
    const timed = { milliseconds: Math.round(milliseconds * 10) / 10 };
    const line = { method, requestId, operatorId, status, outcome, ...timed };
    if (status >= 500) logger.error({ ...line, ...traceOf(cause) }, 'admin request failed');
    else if (operatorId === undefined) anonymous(line, 'admin request');
    else logger.info(line, 'admin request');
  };
}

/** Whoever asks here may be anybody. */
export function observeOAuth(logger: Logger, metrics: Metrics, anonymous: WriteLine) {
  return ({ endpoint, status, outcome, milliseconds, cause }: OAuthExchange) => {
    metrics.oauthRequests.observe({ endpoint, outcome }, milliseconds / 1000);
    const line = { endpoint, status, outcome, milliseconds: Math.round(milliseconds * 10) / 10 };
    if (status >= 500) logger.error({ ...line, ...traceOf(cause) }, 'oauth request failed');
    else anonymous(line, 'oauth request');
  };
}

export function observeMediation(logger: Logger, metrics: Metrics, anonymous: WriteLine) {
  return ({ cause, milliseconds, admitted, ...line }: MediationExchange) => {
    const { method, outcome, status } = line;
    metrics.mediationRequests.observe({ method, outcome }, milliseconds / 1000);
    const timed = { ...line, milliseconds: Math.round(milliseconds * 10) / 10 };
    if (status >= 500) logger.error({ ...timed, ...traceOf(cause) }, 'mediation request failed');
    else {
      const write: WriteLine = admitted ? (...args) => logger.info(...args) : anonymous;
      write(timed, outcome === 'ok' ? 'mediation request' : 'mediation request refused');
    }
  };
}

/** Files that are read again while the server runs. */
export function observeFiles(logger: Logger) {
  return (setting: string, failure?: Error) => {
    if (failure === undefined) logger.info({ setting }, 'files read again');
    else {
      const problems = failure instanceof SettingsError ? failure.problems : [failure.message];
      logger.error({ setting, problems }, 'files refused; those before stay in use');
    }
  };
}

/** Once for each change. */
export function observeListAge(logger: Logger) {
  let wasTooOld = false;
  return (isTooOld: boolean): void => {
    if (isTooOld === wasTooOld) return;
    wasTooOld = isTooOld;
    const setting = 'issuer.attestation.revocationListMaxAgeHours';
    if (isTooOld) logger.error({ setting }, 'the revocation list is too old; no device is registered');
    else logger.info({ setting }, 'the revocation list is fresh again');
  };
}

export function observeCatalogue(logger: Logger) {
  return ({ file, version, problems }: LoadedCatalogue) => {
    if (problems.length === 0) logger.info({ file, version }, 'catalogue read');
    else logger.error({ file, version, problems }, 'catalogue refused; this version stays in use');
  };
}
