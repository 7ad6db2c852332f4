import type { TemplateOutline } from "./write.ts";

/** Generator, image, commands before, the command that fills `public`. */
const GENERATORS: readonly (readonly [name: string, image: string, before: readonly string[], script: readonly string[]])[] = [
  ["Brunch", "node:lts", ["npm install -g brunch", "npm install"], ["brunch build --production"]],
  ["Doxygen", "alpine", ["apk update && apk add doxygen ttf-freefont graphviz"], ["doxygen doxygen/Doxyfile", "mv doxygen/documentation/html/ public/"]],
  ["Gatsby", "node:lts", ["npm install"], ["./node_modules/.bin/gatsby build --prefix-paths"]],
  ["HTML", "busybox", [], ["mkdir .public", "cp -r ./* .public", "rm -rf public", "mv .public public"]],
  ["Harp", "node:lts", ["npm install -g harp"], ["harp compile ./ public"]],
  ["Hexo", "node:lts", ["npm install hexo-cli -g", "npm install"], ["hexo generate"]],
  ["Hugo", "hugomods/hugo:exts", ["apk add --no-cache go curl bash"], ["hugo --gc --minify"]],
  ["Hyde", "python:3.12", ["pip install hyde"], ["hyde gen", "mv deploy public"]],
  ["JBake", "java:8", ["source $HOME/.sdkman/bin/sdkman-init.sh", "sdk use jbake"], ["jbake . public"]],
  ["Jekyll", "ruby:3.2", ["gem install bundler", "bundle install"], ["bundle exec jekyll build -d public"]],
  ["Jigsaw", "php:8.3-cli", ["composer install", "npm install"], ["./vendor/bin/jigsaw build production", "mv build_production public"]],
  ["Lektor", "python:3.12", ["pip install lektor"], ["lektor build --output-path public"]],
  ["Metalsmith", "node:lts", ["npm install"], ["node_modules/.bin/metalsmith"]],
  ["Middleman", "ruby:3.2", ["apt-get update -yqqq && apt-get install -y nodejs", "bundle install --path vendor"], ["bundle exec middleman build --build-dir=public"]],
  ["Nanoc", "ruby:3.2", ["bundle install -j4"], ["bundle exec nanoc"]],
  ["Octopress", "ruby:2.7", ["apt-get update -qq && apt-get install -qq nodejs", "bundle install -j4"], ["bundle exec rake generate"]],
  ["Pelican", "python:3.12-alpine", ["pip install -r requirements.txt"], ["pelican -s publishconf.py"]],
  ["SwaggerUI", "node:lts", ["DOCUMENT=$(ls openapi.*)"], ["npm install --global swagger-ui-dist", "mkdir public", "cp -rp $(npm root -g)/swagger-ui-dist/* openapi.* public/"]],
  ["Zola", "alpine:latest", ["apk add --no-cache zola"], ["zola build"]],
];

/** Templates that publish a static site as pages. */
export const SITES: readonly TemplateOutline[] = GENERATORS.map(([name, image, before, script]) => ({
  name,
  about: `Builds a site with ${name} and publishes the folder public from the default branch.`,
  image,
  before,
  jobs: [{ name: "pages", stage: "deploy", script, paths: ["public"], onlyDefault: true }],
}));
