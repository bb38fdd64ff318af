import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { StatusError } from '../../../conventions/status.ts';
import { statusAnswer } from '../../conventions/index.ts';
import type { Failures } from '../../observe-exchanges.ts';
import { UNAVAILABLE } from '../errors.ts';
import { EXPIRED, errorPage, FORGED } from '../pages/messages.ts';
import { show } from '../pages/send.ts';
import { PATHS } from '../paths.ts';
import { organisationRoutes } from '../sign-in/organisation/routes.ts';
import { decideConsent, showConsent } from './consent.ts';
import {
  field,
  type InteractionContext,
  interactionOf,
  mustChangePassword,
  refuse,
  signInAnew,
  type Visit,
} from './context.ts';
import { admitOperator, isOperatorsClient } from './operator.ts';
import { registerAndSignIn, signInByPasskey } from './passkey.ts';
import { changeAndSignIn, passwordRoutes } from './password.ts';
import { showSignIn, signInBy } from './sign-in.ts';

const FORM_LIMIT = 32 * 1024;

interface InteractionPluginOptions extends InteractionContext {
  readonly failures: Failures;
}

type Step = (context: InteractionContext, visit: Visit) => Promise<FastifyReply>;

/** The handler of each form, and the prompt at which the form is shown. */
const STEPS: Readonly<Record<string, { readonly at: readonly string[]; readonly step: Step }>> = {
  'sign-in': { at: ['login'], step: signInBy },
  password: { at: ['login'], step: changeAndSignIn },
  passkey: { at: ['login'], step: signInByPasskey },
  'register-passkey': { at: ['login'], step: registerAndSignIn },
  cancel: { at: ['login', 'consent'], step: refuse },
  consent: { at: ['consent'], step: decideConsent },
  'other-account': { at: ['consent'], step: signInAnew },
};

/** Sign-in and consent: plain forms, in the browser that started the authorization request. */
export async function interactionPlugin(
  instance: FastifyInstance,
  { failures, ...context }: InteractionPluginOptions,
): Promise<void> {
  await instance.register(formbody, { bodyLimit: FORM_LIMIT });

  instance.setErrorHandler((error, request, reply) => {
    const { status } = statusAnswer(error);
    if (error instanceof StatusError && error.code === 'RESOURCE_EXHAUSTED') {
      const text = 'Many people are signing in right now. Try again in a moment.';
      return show(reply, 503, errorPage('Busy', text));
    }
    if (error instanceof StatusError && status < 500)
      return show(reply, status, errorPage('This request cannot be answered', error.message));
    if (status < 500) return show(reply, status, FORGED);
    failures.set(request.raw, { outcome: 'internal', cause: error });
    if (status === UNAVAILABLE.status) {
      const page = errorPage('This does not work now', 'Nothing was done. Try again in a moment.');
      return show(reply.headers(UNAVAILABLE.headers), status, page);
    }
    return show(reply, 500, errorPage('Something went wrong', 'Try again later.'));
  });

  instance.get(`${PATHS.interaction}/:uid`, async (request, reply) => {
    const interaction = await interactionOf(context, request, reply);
    if (interaction === undefined) return show(reply, 400, EXPIRED);
    const visit = { request, reply, interaction };
    if (interaction.prompt.name === 'login') return showSignIn(context, visit);
    // Another person may have set the password after the session began.
    if (await mustChangePassword(context, interaction)) return signInAnew(context, visit);
    return isOperatorsClient(interaction) ? admitOperator(context, visit) : showConsent(context, visit);
  });

  passwordRoutes(instance, context);
  organisationRoutes(instance, { ...context, failures });

  for (const [name, { at, step }] of Object.entries(STEPS)) {
    instance.post(`${PATHS.interaction}/:uid/${name}`, async (request, reply) => {
      const interaction = await interactionOf(context, request, reply);
      if (interaction === undefined) return show(reply, 400, EXPIRED);
      if (!context.tokens.accept(request, interaction.uid, field(request, 'csrf'))) {
        return show(reply, 403, FORGED);
      }
      if (!at.includes(interaction.prompt.name)) return show(reply, 400, EXPIRED);
      return step(context, { request, reply, interaction });
    });
  }
}
