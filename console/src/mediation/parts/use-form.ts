import { useState } from 'react';
import { ApiError } from '../../api/client.ts';
import { Abandoned } from '../../frame/session.tsx';
import { type Problems, problemsOf } from './problems.tsx';

/** Sends a form. Violations appear at their fields, other errors above them. */
export function useForm() {
  const [problems, setProblems] = useState<Problems>(new Map());
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  return {
    problems,
    error,
    isBusy,
    async send(run: () => Promise<unknown>) {
      setBusy(true);
      setError(undefined);
      setProblems(new Map());
      try {
        await run();
      } catch (cause) {
        if (cause instanceof ApiError && cause.violations.length > 0)
          setProblems(problemsOf(cause.violations));
        else if (!(cause instanceof Abandoned)) setError(cause);
      }
      setBusy(false);
    },
  };
}
