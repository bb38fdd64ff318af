import { returnProblem } from '../files/erased-may-return.ts';
import { type Finding, ok, type Subject, warning } from './findings.ts';

/** Whether people who were erased may be back after a restore. */
export function erasures({ folder }: Pick<Subject, 'folder'>): readonly Finding[] {
  const problem = returnProblem(folder);
  return [problem ? warning(problem.text, problem.remedy) : ok('nobody who was erased is back by a restore')];
}
