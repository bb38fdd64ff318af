import { UsageError } from '../cli-errors.ts';
import { type Answers, type Condition, QUESTIONS, type Question } from './questions.ts';

export const dashed = (name: string) =>
  `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

async function asked({ message, usual, choices, isSecret, isOptional, check }: Question): Promise<string> {
  const prompts = await import('@clack/prompts');
  const validate = (text: string | undefined) => {
    if (!text) return isOptional || usual ? undefined : 'This is needed.';
    const problem = check?.(text);
    return problem === undefined ? undefined : `This ${problem}.`;
  };
  const hint = usual === undefined ? {} : { placeholder: usual, defaultValue: usual };
  const answer = choices
    ? await prompts.select({ message, options: choices.map((value) => ({ value })) })
    : isSecret
      ? await prompts.password({ message, validate })
      : await prompts.text({ message, validate, ...hint });
  if (prompts.isCancel(answer)) throw new UsageError('nothing was written');
  return answer ?? '';
}

/** @throws UsageError if an option has an answer that the question does not take */
function checkOption({ name, choices, check }: Question, value: string): void {
  if (choices && !choices.includes(value))
    throw new UsageError(`${dashed(name)} must be ${choices.join(' or ')}`);
  const problem = check?.(value);
  if (problem !== undefined) throw new UsageError(`${dashed(name)} ${problem}`);
}

/** An option that would do nothing is a mistake in another one. @throws UsageError if there is one */
function refuseIdle(given: Answers, { option }: Condition): void {
  const idle = QUESTIONS.filter(({ name, when }) => when?.option === option && given[name] !== undefined);
  if (idle.length === 0) return;
  const names = idle.map(({ name }) => dashed(name)).join(', ');
  throw new UsageError(`only with ${option}: ${names}; correct one or the other`);
}

/** The given options, and answers to what is missing: typed at a terminal, otherwise the usual ones. */
export async function answersTo(given: Answers, canAsk: boolean): Promise<Answers> {
  const answers: { -readonly [Name in keyof Answers]: Answers[Name] } = {};
  const missing: string[] = [];
  for (const question of QUESTIONS) {
    const { name, usual, isOptional, isSecret, when } = question;
    if (when && !when.holds(answers)) {
      if (!isSecret && given[name] !== undefined) refuseIdle(given, when);
      continue;
    }
    const option = isSecret ? undefined : given[name];
    if (option !== undefined) checkOption(question, option);
    const value = option ?? (canAsk ? await asked(question) : usual);
    if (value) answers[name] = value;
    else if (!isOptional) missing.push(isSecret ? dashed(`${name}File`) : dashed(name));
  }
  if (missing.length === 0) return answers;
  throw new UsageError(`with --yes, or without a terminal, these options are needed: ${missing.join(', ')}`);
}
