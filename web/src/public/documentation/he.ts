export default import.meta.glob<string>("./he/*.md", { query: "?raw", import: "default", eager: true });
