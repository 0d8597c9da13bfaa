setInterval(() => postMessage(undefined), 1_000);
