import { useEffect, useState } from "react";

/** The present, as often as a line that shows it moves. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const look = () => setNow(Date.now());
    const timer = setInterval(look, 20_000);
    // A laptop that has slept shows the time it is now.
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);
  return now;
}
